import * as v from "valibot";
import { vendorId } from "./contact.ts";
import type { Get } from "./vendor-get.ts";

export type Search<Item> = {
  path: string;
  query?: Record<string, string>;
  /** Undefined when the body isn't such a list. */
  itemsOf(body: unknown): Item[] | undefined;
  isIt(item: Item): boolean;
};

export type FoundInPages<Item, Other> =
  | { kind: "found"; item: Item }
  | { kind: "missing" }
  | { kind: "strange" }
  | { kind: "other"; other: Other };

/** Without a limit the vendor gives 20. */
const pageSize = 100;
/** A list that goes on for longer is one that knows no offset. */
const mostPages = 100;

/** Looks through a list over there, page after page, until it is found. */
export async function findInPages<Item, Other>(
  get: Get<Other>,
  { path, query = {}, itemsOf, isIt }: Search<Item>,
): Promise<FoundInPages<Item, Other>> {
  let offset = 0;
  for (let page = 0; page < mostPages; page += 1) {
    const paging = { limit: String(pageSize), offset: String(offset) };
    const got = await get(`${path}?${new URLSearchParams({ ...query, ...paging })}`);
    if (got.kind === "other") return got;
    const items = itemsOf(got.body);
    if (items === undefined) return { kind: "strange" };
    const item = items.find(isIt);
    if (item !== undefined) return { kind: "found", item };
    offset += items.length;
    if (items.length === 0 || offset >= totalOf(got.body, items.length, offset))
      return { kind: "missing" };
  }
  return { kind: "strange" };
}

const counted = v.object({ meta: v.object({ total: v.pipe(vendorId, v.transform(Number)) }) });

/** Without a total, a page that is not exactly full is the last one, or the whole list if the vendor ignored our limit. */
function totalOf(body: unknown, onPage: number, offset: number): number {
  const read = v.safeParse(counted, body);
  if (read.success) return read.output.meta.total;
  return onPage === pageSize ? Infinity : offset;
}
