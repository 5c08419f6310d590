import * as v from "valibot";
import type { Ask, Heard } from "./ask.ts";
import { vendorId } from "./contact.ts";

type Found = { kind: "tag"; id: string } | { kind: "missing" } | Exclude<Heard, { kind: "done" }>;

const pageSize = 100;
const page = v.object({ tags: v.array(v.object({ id: vendorId, tag: v.string() })) });

/** The id of a tag, without creating it as the courier would. The search also finds names that only contain it. */
export async function findTag(ask: Ask, name: string): Promise<Found> {
  for (let offset = 0; ; offset += pageSize) {
    const heard = await ask(
      `/tags?${new URLSearchParams({ search: name, limit: `${pageSize}`, offset: `${offset}` })}`,
    );
    if (heard.kind !== "done") return heard;
    const read = v.safeParse(page, heard.body);
    if (!read.success) return { kind: "unclear", reason: "tags without a list" };
    const { tags } = read.output;
    const found = tags.find(({ tag }) => tag.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return { kind: "tag", id: found.id };
    if (tags.length < pageSize) return { kind: "missing" };
  }
}
