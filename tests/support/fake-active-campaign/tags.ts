import * as v from "valibot";
import { type Account, addTag, type FakeContact, findTag, pageOf } from "./account.ts";
import { type Answer, errors, json, noResult, notFound } from "./answer.ts";
import { type Call, id, readBody } from "./call.ts";

/** The search finds every name that contains the words. */
export function listTags({ tags }: Account, { query }: Call): Answer {
  const search = (query.get("search") ?? "").toLowerCase();
  const found = tags.filter(({ tag }) => tag.toLowerCase().includes(search));
  const { page, meta } = pageOf(found, query);
  return json(200, {
    tags: page.map((tag) => ({ tagType: "contact", description: "", ...tag })),
    meta,
  });
}

export function createTag(account: Account, call: Call): Answer {
  const sent = readBody(call, tagBody)?.tag;
  if (sent === undefined) return json(400, {});
  return findTag(account, sent.tag)
    ? duplicateTag(sent.tag)
    : json(201, { tag: addTag(account, sent.tag) });
}

function duplicateTag(name: string): Answer {
  const error = `Duplicate entry 'contact-${name}' for key 'typetag'`;
  return json(422, { message: "Could not process request", error });
}

/** By the tag's id, not by its name. */
export function tagContact(account: Account, call: Call): Answer {
  const sent = readBody(call, contactTagBody)?.contactTag ?? {};
  if (sent.contact === undefined) return missing("contact");
  if (sent.tag === undefined) return missing("tag");
  const contact = account.byId.get(sent.contact);
  const tag = account.tags.find(({ id }) => id === sent.tag);
  if (contact === undefined || tag === undefined) return notFound(contact ? "Tag" : "Contact");
  addTagTo(contact, tag.tag);
  return json(201, { contactTag: shown(contact, tag.id) });
}

export function tagsOfContact(account: Account, { query }: Call, contactId: string): Answer {
  const contact = account.byId.get(contactId);
  if (contact === undefined) return noResult("Subscriber", contactId);
  const { page, meta } = pageOf(contact.tags, query);
  const ids = page.map((name) => findTag(account, name)?.id ?? "0");
  return json(200, { contactTags: ids.map((tagId) => shown(contact, tagId)), meta });
}

export function addTagTo(contact: FakeContact, name: string): void {
  if (!contact.tags.includes(name)) contact.tags.push(name);
}

export const tagBody = v.object({ tag: v.object({ tag: v.string() }) });
const contactTagBody = v.object({
  contactTag: v.object({ contact: v.exactOptional(id), tag: v.exactOptional(id) }),
});

function missing(attribute: string): Answer {
  const source = { pointer: `/data/attributes/${attribute}` };
  return errors(422, { status: 422, title: "Missing attribute", source });
}

function shown(contact: FakeContact, tag: string) {
  return { contact: contact.id, tag, id: `${contact.id}${tag}` };
}
