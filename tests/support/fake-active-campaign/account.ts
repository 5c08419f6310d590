import type { Batch } from "./importer.ts";

export type FakeContact = {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  /** Values by the field's id. */
  fields?: Record<string, string>;
  /** Status by the list's id: 1 subscribed, 2 unsubscribed. */
  lists: Record<string, number>;
  tags: string[];
};

export type FakeTag = { id: string; tag: string };
export type FakeList = { id: string; name: string };
type Membership = { id: string; sdate: string; udate: string };

export type Account = {
  contacts: FakeContact[];
  byId: Map<string, FakeContact>;
  /** By the address in lower case: so the vendor tells people apart. */
  byEmail: Map<string, FakeContact>;
  tags: FakeTag[];
  lists: FakeList[];
  /** By contact and list. */
  memberships: Map<string, Membership>;
  batches: Batch[];
  lastContactId: number;
};

export function createAccount(tags: string[], lists: FakeList[]): Account {
  const account: Account = {
    ...{ contacts: [], byId: new Map(), byEmail: new Map(), lastContactId: 0 },
    ...{ tags: [], lists, memberships: new Map(), batches: [] },
  };
  for (const tag of tags) addTag(account, tag);
  return account;
}

export function addTag({ tags }: Account, tag: string): FakeTag {
  const added = { id: String(tags.length + 1), tag };
  tags.push(added);
  return added;
}

export function findTag({ tags }: Account, name: string): FakeTag | undefined {
  return tags.find(({ tag }) => tag.toLowerCase() === name.toLowerCase());
}

/** As the vendor writes dates: the account's own time zone, and its offset. */
export function dateOf(at: number): string {
  const shifted = new Date(at - accountOffsetHours * 3_600_000);
  return `${shifted.toISOString().slice(0, "2026-01-01T00:00:00".length)}-05:00`;
}

const accountOffsetHours = 5;

const usualPage = 20;
const largestPage = 100;

/** A part of a list, as the query asks for it, and how many there are: as a string, as all numbers are. */
export function pageOf<Item>(items: Item[], query: URLSearchParams) {
  const offset = Number(query.get("offset") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? usualPage), largestPage);
  return { page: items.slice(offset, offset + limit), meta: { total: String(items.length) } };
}
