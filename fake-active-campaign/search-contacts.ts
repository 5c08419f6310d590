import { type Account, type FakeContact, pageOf } from "./account.ts";
import { type Answer, json } from "./answer.ts";
import type { Call } from "./call.ts";
import { contactJson } from "./contacts.ts";
import { contactListJson, contactTagJson, findTag } from "./lists-and-tags.ts";

/**
 * Finds the contacts that match the filters in the query. A filter that is misspelt is ignored, so the answer has other
 * people. Without `orders[id]=ASC` the newest contact comes first, because ActiveCampaign's reference promises no order.
 */
export function searchContacts(account: Account, { query }: Call): Answer {
  const found = candidates(account, query).filter((contact) => matches(contact, query));
  const ordered = query.get("orders[id]") === "ASC" ? found : found.toReversed();
  const { page, meta } = pageOf(ordered, query);
  const sideLoaded = (query.get("include") ?? "").split(",");
  return json(200, {
    scoreValues: [],
    ...(sideLoaded.includes("contactLists") ? { contactLists: page.flatMap(listsOf) } : {}),
    ...(sideLoaded.includes("contactTags") ? { contactTags: tagsOf(account, page) } : {}),
    contacts: page.map(contactJson),
    meta,
  });
}

function candidates({ contacts, byEmail }: Account, query: URLSearchParams): FakeContact[] {
  const email = query.get("email");
  if (email === null) return contacts;
  const contact = byEmail.get(email.toLowerCase());
  return contact === undefined ? [] : [contact];
}

/** With `listid`, the status is that in this list. The status -1 means any status. */
function matches({ id, lists }: FakeContact, query: URLSearchParams): boolean {
  const [after, list] = [query.get("id_greater"), query.get("listid")];
  const status = Number(query.get("status") ?? -1);
  if (after !== null && Number(id) <= Number(after)) return false;
  if (list === null) return true;
  return list in lists && (status === -1 || lists[list] === status);
}

function listsOf(contact: FakeContact) {
  return Object.keys(contact.lists).map((list) => contactListJson(contact, list));
}

function tagsOf(account: Account, page: readonly FakeContact[]) {
  const ids = new Map<string, string>();
  const idOf = (name: string) => {
    const id = ids.get(name) ?? findTag(account, name)?.id ?? "0";
    ids.set(name, id);
    return id;
  };
  return page.flatMap((contact) => contact.tags.map((name) => contactTagJson(contact, idOf(name))));
}
