const usualPage = 20;
const largestPage = 100;

/** A part of a list, as the query asks for it, and how many there are: as a string, as all numbers are. */
export function pageOf<Item>(items: Item[], query: URLSearchParams) {
  const offset = Number(query.get("offset") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? usualPage), largestPage);
  return { page: items.slice(offset, offset + limit), meta: { total: String(items.length) } };
}
