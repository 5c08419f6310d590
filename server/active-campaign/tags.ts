import * as v from "valibot";
import { type AnswerFailure, activeCampaignId, readAnswer } from "./answers.ts";
import { findTag } from "./lookups.ts";
import { type PacedClient, readWith } from "./paced-client.ts";

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

/**
 * Finds a tag, or creates it. If ActiveCampaign refuses the new tag as a duplicate, another process has just created
 * the tag, so it is looked up again.
 */
async function findOrCreate(client: PacedClient, name: string): Promise<TagResult> {
  const found = await lookUp(client, name);
  if (found.kind !== "none") return found;
  const created = await create(client, name);
  if (created.kind !== "refused" || !isDuplicate(created.body)) return created;
  const again = await lookUp(client, name);
  return again.kind === "none"
    ? { kind: "retry-later", reason: "tag neither found nor created" }
    : again;
}

async function lookUp(client: PacedClient, name: string): Promise<TagResult | { kind: "none" }> {
  const found = await findTag(readWith(client), name);
  return found.kind === "found" ? { kind: "tag", id: found.item.id } : found;
}

const createdTag = v.object({ tag: v.object({ id: activeCampaignId }) });

async function create(client: PacedClient, name: string): Promise<TagResult> {
  const body = { tag: { tag: name, tagType: "contact", description: "" } };
  const reading = readAnswer(await client({ method: "POST", path: "/tags", body }));
  if (reading.kind !== "done") return reading;
  const created = v.safeParse(createdTag, reading.body);
  return created.success
    ? { kind: "tag", id: created.output.tag.id }
    : { kind: "retry-later", reason: "tag without an id" };
}

function isDuplicate(body: unknown): boolean {
  return /duplicate entry/i.test(JSON.stringify(body));
}
