import * as v from "valibot";
import { type AnswerFailure, type AnswerReading, activeCampaignId } from "./answer-outcomes.ts";
import { findTag } from "./lookups.ts";
import type { PacedClient } from "./paced-client.ts";

/** The tags of a lead: those of the class, or those of the next class if its newest sign-up is for the next class. */
export function tagsFor<Tag>(
  { tags, nextTags }: { tags: readonly Tag[]; nextTags: readonly Tag[] },
  { wantsNext }: { wantsNext: number },
): readonly Tag[] {
  return wantsNext === 1 ? nextTags : tags;
}

type TagResult = { kind: "tag"; id: string } | AnswerFailure;
export type TagIds = {
  find(client: PacedClient, name: string): Promise<TagResult>;
  forget(): void;
};

/**
 * Finds the ids of tags, because contacts are tagged by the tag's id. Each tag is looked up once by its name, and
 * created if it does not exist.
 */
export function createTagIds(): TagIds {
  const known = new Map<string, string>();
  return {
    async find(client, name) {
      const knownId = known.get(name);
      if (knownId !== undefined) return { kind: "tag", id: knownId };
      const tag = await findOrCreate(client, name);
      if (tag.kind === "tag") known.set(name, tag.id);
      return tag;
    },
    forget: () => known.clear(),
  };
}

const createdTag = v.object({ tag: v.object({ id: activeCampaignId }) });

async function findOrCreate({ read, send }: PacedClient, name: string): Promise<TagResult> {
  const found = await findTag(read, name);
  if (found.kind === "found") return { kind: "tag", id: found.item.id };
  if (found.kind !== "none") return found;
  const tag = { tag: name, tagType: "contact", description: "" };
  const reading = await send("POST", "/tags", { tag });
  // Another process may have created the tag at the same moment: the next try finds it.
  if (reading.kind === "refused" && /duplicate entry/i.test(JSON.stringify(reading.body)))
    return { kind: "retry-later", reason: "tag neither found nor created" };
  if (reading.kind !== "done") return reading;
  const created = v.safeParse(createdTag, reading.body);
  return created.success
    ? { kind: "tag", id: created.output.tag.id }
    : { kind: "retry-later", reason: "tag without an id" };
}

export function addTag(
  { send }: PacedClient,
  contact: string,
  tag: string,
): Promise<AnswerReading> {
  return send("POST", "/contactTags", { contactTag: { contact, tag } });
}
