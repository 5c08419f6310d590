import * as v from "valibot";
import { type Answer, activeCampaignId, bodyAs, noUsefulAnswer } from "./answer.ts";
import { findTag } from "./lookups.ts";
import type { PacedClient } from "./paced-client.ts";

/**
 * The tags of a lead: the tags of the class, or the tags of the next class if the lead's newest sign-up is for the next
 * class.
 */
export function tagsFor<Tag>(
  { tags, nextTags }: { tags: readonly Tag[]; nextTags: readonly Tag[] },
  { wantsNext }: { wantsNext: number },
): readonly Tag[] {
  return wantsNext === 1 ? nextTags : tags;
}

/** The ids of tags: ActiveCampaign needs the id of a tag to add it to a contact. */
export type TagIds = {
  /** Looks up each tag once by its name, and creates it if it does not exist. */
  find(client: PacedClient, name: string): Promise<Answer<string>>;
  forget(): void;
};

export function createTagIds(): TagIds {
  const known = new Map<string, string>();
  return {
    async find(client, name) {
      const knownId = known.get(name);
      if (knownId !== undefined) return { kind: "done", body: knownId };
      const id = await findOrCreate(client, name);
      if (id.kind === "done") known.set(name, id.body);
      return id;
    },
    forget: () => known.clear(),
  };
}

const createdTag = v.pipe(
  v.object({ tag: v.object({ id: activeCampaignId }) }),
  v.transform(({ tag }) => tag.id),
);

async function findOrCreate({ read, send }: PacedClient, name: string): Promise<Answer<string>> {
  const found = await findTag(read, name);
  if (found.kind !== "done") return found;
  if (found.body !== undefined) return { kind: "done", body: found.body.id };
  const tag = { tag: name, tagType: "contact", description: "" };
  const made = await send("POST", "/tags", { tag });
  // Another process may have created the tag at the same moment: the next try finds this tag.
  if (made.kind === "failed" && /duplicate entry/i.test(JSON.stringify(made.refusal?.body)))
    return noUsefulAnswer("tag neither found nor created");
  return bodyAs(made, createdTag, "tag without an id");
}
