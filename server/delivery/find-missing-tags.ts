import * as v from "valibot";
import { vendorId } from "./contact.ts";
import { findInPages } from "./find-in-pages.ts";
import type { Get } from "./vendor-get.ts";

const taggings = v.object({ contactTags: v.array(v.object({ tag: vendorId })) });

/** Which of these tags a contact lacks, by id: it may have many, and is looked through once for all of them. */
export async function findMissingTags<Other>(
  get: Get<Other>,
  contact: string,
  wanted: readonly string[],
): Promise<
  | { kind: "looked"; missing: ReadonlySet<string> }
  | { kind: "strange" }
  | { kind: "other"; other: Other }
> {
  const missing = new Set(wanted);
  const searched = await findInPages(get, {
    path: `/contacts/${encodeURIComponent(contact)}/contactTags`,
    itemsOf(body) {
      const read = v.safeParse(taggings, body);
      return read.success ? read.output.contactTags : undefined;
    },
    isIt({ tag }) {
      missing.delete(tag);
      return missing.size === 0;
    },
  });
  return searched.kind === "found" || searched.kind === "missing"
    ? { kind: "looked", missing }
    : searched;
}
