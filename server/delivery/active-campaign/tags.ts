import * as v from "valibot";
import { type Reading, readAnswer } from "./answers.ts";
import { vendorId } from "./contact.ts";
import { getAsCourier, searchTag } from "./lookups.ts";
import type { Caller } from "./rate-limited-client.ts";

type FoundTag = { kind: "tag"; id: string } | Exclude<Reading, { kind: "done" }>;
export type TagIds = { find(call: Caller, name: string): Promise<FoundTag>; forget(): void };

const createdTag = v.object({ tag: v.object({ id: vendorId }) });

/** Contacts are tagged by the tag's id; each name is looked up once, and created when there is none. */
export function createTagIds(): TagIds {
  const known = new Map<string, string>();
  return {
    async find(call, name) {
      const knownId = known.get(name);
      if (knownId !== undefined) return { kind: "tag", id: knownId };
      const found = await findOrCreate(call, name);
      if (found.kind === "tag") known.set(name, found.id);
      return found;
    },
    forget: () => known.clear(),
  };
}

/** Who creates it at the same moment is quicker than we, and the tag is there when we look again. */
async function findOrCreate(call: Caller, name: string): Promise<FoundTag> {
  const found = await lookUp(call, name);
  if (found.kind !== "missing") return found;
  const created = await create(call, name);
  if (created.kind !== "refused" || !isDuplicate(created.body)) return created;
  const again = await lookUp(call, name);
  return again.kind === "missing" ? strangeTags : again;
}

const strangeTags = { kind: "retry-later", reason: "tag neither found nor created" } as const;

async function lookUp(call: Caller, name: string): Promise<FoundTag | { kind: "missing" }> {
  const searched = await searchTag(getAsCourier(call), name);
  switch (searched.kind) {
    case "found":
      return { kind: "tag", id: searched.item.id };
    case "missing":
      return searched;
    case "strange":
      return { kind: "retry-later", reason: "tags without a list" };
    case "other":
      return searched.other;
  }
}

async function create(call: Caller, name: string): Promise<FoundTag> {
  const body = { tag: { tag: name, tagType: "contact", description: "" } };
  const reading = readAnswer(await call({ method: "POST", path: "/tags", body }));
  if (reading.kind !== "done") return reading;
  const created = v.safeParse(createdTag, reading.body);
  return created.success
    ? { kind: "tag", id: created.output.tag.id }
    : { kind: "retry-later", reason: "tag without an id" };
}

function isDuplicate(body: unknown): boolean {
  return /duplicate entry/i.test(JSON.stringify(body));
}
