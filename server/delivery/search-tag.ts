import * as v from "valibot";
import { vendorId } from "./contact.ts";
import { type FoundInPages, findInPages } from "./find-in-pages.ts";
import type { Get } from "./vendor-get.ts";

const tagPage = v.object({ tags: v.array(v.object({ id: vendorId, tag: v.string() })) });
type FoundTag = v.InferOutput<typeof tagPage>["tags"][number];

/** The search also finds names that only contain this one, so a page isn't always enough. */
export function searchTag<Other>(
  get: Get<Other>,
  name: string,
): Promise<FoundInPages<FoundTag, Other>> {
  return findInPages(get, {
    path: "/tags",
    query: { search: name },
    itemsOf(body) {
      const read = v.safeParse(tagPage, body);
      return read.success ? read.output.tags : undefined;
    },
    isIt: ({ tag }) => tag.toLowerCase() === name.toLowerCase(),
  });
}
