export type FakeContact = {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  lists: Record<string, number>;
  tags: string[];
};

export type FakeTag = { id: string; tag: string };
export type FakeState = {
  contacts: FakeContact[];
  tags: FakeTag[];
  requestTimes: number[];
  token: string;
  requestsPerSecond: number;
};
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Body;
  token: string;
};
type Body = Record<string, Record<string, string | number>>;
type Reply = { status: number; body: unknown; headers?: Record<string, string> };

export function replyTo(state: FakeState, call: Call): Reply {
  if (isTooFast(state)) return tooFast;
  if (call.token !== state.token) return { status: 403, body: { message: "Forbidden" } };
  switch (`${call.method} ${call.path}`) {
    case "POST /contact/sync":
      return syncContact(state, call.body);
    case "POST /contactLists":
      return addToList(state, call.body);
    case "GET /tags":
      return listTags(state, call.query);
    case "POST /tags":
      return createTag(state, call.body);
    case "POST /contactTags":
      return tagContact(state, call.body);
    default:
      return notFound("Route");
  }
}

const tooFast = {
  status: 429,
  headers: { "Retry-After": "1" },
  body: { message: "Rate limit exceeded" },
};

function isTooFast({ requestTimes, requestsPerSecond }: FakeState): boolean {
  const now = performance.now();
  requestTimes.push(now);
  return requestTimes.filter((time) => time > now - 1_000).length > requestsPerSecond;
}

function syncContact({ contacts }: FakeState, { contact: sent = {} }: Body): Reply {
  const email = String(sent["email"] ?? "");
  if (!email.includes("@")) return invalid("Email address is invalid");
  const known = contacts.find((contact) => contact.email.toLowerCase() === email.toLowerCase());
  const contact = known ?? { id: String(contacts.length + 1), email, lists: {}, tags: [] };
  if (known === undefined) contacts.push(contact);
  Object.assign(contact, { ...sent, email: contact.email });
  return { status: known ? 200 : 201, body: { fieldValues: [], contact } };
}

function addToList({ contacts }: FakeState, { contactList = {} }: Body): Reply {
  const contact = contacts.find(({ id }) => id === String(contactList["contact"]));
  if (contact === undefined) return notFound("Contact");
  contact.lists[String(contactList["list"])] = Number(contactList["status"]);
  return { status: 201, body: { contactList } };
}

function listTags({ tags }: FakeState, query: URLSearchParams): Reply {
  const offset = Number(query.get("offset") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? 20), 100);
  const search = (query.get("search") ?? "").toLowerCase();
  const found = tags.filter(({ tag }) => tag.toLowerCase().includes(search));
  const page = found.slice(offset, offset + limit);
  return { status: 200, body: { tags: page, meta: { total: String(found.length) } } };
}

function createTag(state: FakeState, { tag: sent = {} }: Body): Reply {
  const name = String(sent["tag"]);
  const error = `Duplicate entry 'contact-${name}' for key 'typetag'`;
  return state.tags.some(({ tag }) => tag.toLowerCase() === name.toLowerCase())
    ? { status: 422, body: { message: "Could not process request", error } }
    : { status: 201, body: { tag: addTag(state, name) } };
}

function tagContact({ contacts, tags }: FakeState, { contactTag = {} }: Body): Reply {
  const contact = contacts.find(({ id }) => id === String(contactTag["contact"]));
  const tag = tags.find(({ id }) => id === String(contactTag["tag"]));
  if (contact === undefined || tag === undefined) return notFound(contact ? "Tag" : "Contact");
  if (!contact.tags.includes(tag.tag)) contact.tags.push(tag.tag);
  return { status: 201, body: { contactTag } };
}

function invalid(title: string): Reply {
  return { status: 422, body: { errors: [{ title, code: "email_invalid" }] } };
}

function notFound(what: string): Reply {
  return {
    status: 404,
    body: { errors: [{ status: 404, title: "Not Found", detail: `${what} not found` }] },
  };
}

export function readBody(text: string): Body {
  return text === "" ? {} : JSON.parse(text);
}

export function addTag(state: FakeState, tag: string): FakeTag {
  const added = { id: String(state.tags.length + 1), tag };
  state.tags.push(added);
  return added;
}
