import type { Batch } from "./importer.ts";

export type FakeContact = {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  /** Status by the list's id: 1 subscribed, 2 unsubscribed. */
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
 * The part of the items that the query asks for, and the number of all items. That number is a string, as all numbers
 * of ActiveCampaign are.
 */
export function pageOf<Item>(items: Item[], query: URLSearchParams) {
  const offset = Number(query.get("offset") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? defaultPageSize), maxPageSize);
  return { page: items.slice(offset, offset + limit), meta: { total: String(items.length) } };
}
