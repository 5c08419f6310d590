import * as v from "valibot";
import type { Answer, Call } from "./active-campaign.ts";
import { readAnswer, type Trouble } from "./outcome.ts";

type FoundTag = { kind: "tag"; id: string } | Trouble;
export type TagIds = { find(call: Caller, name: string): Promise<FoundTag>; forget(): void };
export type Caller = (call: Call) => Promise<Answer>;

const pageSize = 100;

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const tagPage = v.object({ tags: v.array(v.object({ id, tag: v.string() })) });
const createdTag = v.object({ tag: v.object({ id }) });

/** Contacts are tagged by the tag's id; each name is looked up once, and created when there is none. */
export function createTagIds(): TagIds {
  const known = new Map<string, string>();
  return {
    async find(call, name) {
      const knownId = known.get(name);
      if (knownId !== undefined) return { kind: "tag", id: knownId };
      const found = await lookUp(call, name, 0);
      if (found.kind === "tag") known.set(name, found.id);
      return found;
    },
    forget: () => known.clear(),
  };
}

/** The search also finds names that only contain ours, so one page isn't always enough. */
async function lookUp(call: Caller, name: string, offset: number): Promise<FoundTag> {
  const query = new URLSearchParams({
    search: name,
    limit: String(pageSize),
    offset: String(offset),
  });
  const reading = readAnswer(await call({ method: "GET", path: `/tags?${query}` }));
  if (reading.kind !== "done") return reading;
  const page = v.safeParse(tagPage, reading.body);
  if (!page.success) return { kind: "retry-later", reason: "tags without a list" };
  const { tags } = page.output;
  const found = tags.find(({ tag }) => tag.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return { kind: "tag", id: found.id };
  return tags.length < pageSize ? create(call, name) : lookUp(call, name, offset + pageSize);
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
