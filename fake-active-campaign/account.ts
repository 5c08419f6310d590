import type { Batch } from "./importer.ts";

export type FakeContact = {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  /** The contact's status in each list, by the list's id: 1 is subscribed, 2 is unsubscribed. */
  lists: Record<string, number>;
  tags: string[];
};

export type FakeTag = { id: string; tag: string };
export type FakeList = { id: string; name: string };

export type Account = {
  contacts: FakeContact[];
  byId: Map<string, FakeContact>;
  /** The contacts by e-mail in lower case: ActiveCampaign ignores case when it compares e-mails. */
  byEmail: Map<string, FakeContact>;
  tags: FakeTag[];
  lists: FakeList[];
  batches: Batch[];
  lastContactId: number;
};

export function createAccount(tags: string[], lists: FakeList[]): Account {
  return {
    contacts: [],
    byId: new Map(),
    byEmail: new Map(),
    tags: tags.map((tag, index) => ({ id: String(index + 1), tag })),
    lists,
    batches: [],
    lastContactId: 0,
  };
}

const defaultPageSize = 20;
const maxPageSize = 100;

/**
 * The items that the query asks for with `limit` and `offset`, and the number of all items. ActiveCampaign sends every
 * number as a string.
 */
export function pageOf<Item>(items: Item[], query: URLSearchParams) {
  const offset = Number(query.get("offset") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? defaultPageSize), maxPageSize);
  return { page: items.slice(offset, offset + limit), meta: { total: String(items.length) } };
}
