import { type Account, addTag, findTag } from "./account.ts";
import {
  emailRefused,
  errors,
  fieldRefused,
  htmlPage,
  json,
  notFound,
  phoneRefused,
  tooFast,
} from "./answer.ts";
import { type Call, readBody } from "./call.ts";
import { removeContact } from "./contacts.ts";
import {
  about,
  afterTheWork,
  breaker,
  byChance,
  contactIn,
  lane,
  meanwhile,
  other,
  parked,
  spoilContact,
  spoilText,
  transient,
  type Way,
} from "./fault-kinds.ts";
import { importsTooFast, statusNotSetYet } from "./importer.ts";
import { tagBody } from "./tags.ts";

export type Misbehaviour = keyof typeof misbehaviours;

/** Every answer but the plain one, in the order in which the courier tells them apart. */
export const misbehaviours = {
  "429": lane(({ retryAfterSeconds }) => tooFast(`${retryAfterSeconds}`)),
  "429 without Retry-After": lane(() => tooFast()),
  "429 with an unreadable Retry-After": lane(() => tooFast("in a while")),
  "429 with a date in Retry-After": lane(({ call }) => tooFast(httpDate(call.at + 30_000))),
  "429 with a day in Retry-After": lane(() => tooFast("86400")),
  "400 rate limit": lane(importsTooFast),

  // Seen in the wild when an account isn't paid for.
  "402 without a body": transient(() => spoilText(json(402, {}), () => "")),
  "408": byChance(() => json(408, { message: "Request Timeout" })),
  "500": byChance(() => json(500, { message: "Internal Server Error" })),
  "502 with an HTML page": byChance(() => htmlPage(502, "Bad Gateway")),
  "503 with Retry-After": byChance(() => json(503, {}, { "Retry-After": "60" })),
  "reset before the work": byChance(() => ({ kind: "reset" })),
  "reset after the work": byChance(afterTheWork({ kind: "reset" })),
  "hangs before the work": transient(() => ({ kind: "hang" })),
  "hangs after the work": transient(afterTheWork({ kind: "hang" })),
  "stalls amid the body": transient(afterTheWork({ kind: "stall" })),
  "2xx that isn't JSON": byChance(afterTheWork(htmlPage(200, "Maintenance"))),
  "2xx with half the JSON": byChance(({ work }) => spoilText(work(), (text) => text.slice(0, -2))),
  "2xx of more than 1 MB": transient(({ work }) =>
    spoilText(work(), (text) => text.padEnd(2 ** 21)),
  ),
  "2xx without contact.id": {
    ...transient(({ work }) => spoilContact(work(), { id: undefined })),
    about: about.sync,
  },
  "2xx with another person's address": {
    ...transient(({ work }) => spoilContact(work(), { email: "somebody.else@example.com" })),
    about: about.sync,
  },
  "422 e-mail, in an HTML page": transient(() => emailRefused["HTML page"](422)),
  // Never seen, but possible: a search that does not yet find a new contact.
  "finds no contact": {
    reading: "ask again later",
    about: about.search,
    answer: () => json(200, { contacts: [], meta: { total: "0" } }),
  },
  "302 to another host": transient(({ elsewhere }) => json(302, {}, { Location: elsewhere })),

  "401": breaker(() => json(401, { message: "Unauthorized" })),
  "403": breaker(() => json(403, { message: "Forbidden" })),
  "403 with an HTML page": breaker(() => htmlPage(403, "Forbidden")),
  "404 on sync": { ...other(() => htmlPage(404, "Not Found")), about: about.sync },

  "422 e-mail, errors with code": parked(() => emailRefused["errors with code"](422)),
  "422 e-mail, errors with status": parked(() => emailRefused["errors with status"](422)),
  "422 e-mail, message": parked(() => emailRefused.message(422)),
  "422 e-mail, message and error": parked(() => emailRefused["message and error"](422)),
  "400 e-mail, errors with code": parked(() => emailRefused["errors with code"](400)),
  "400 e-mail, message": parked(() => emailRefused.message(400)),

  "422 phone": {
    reading: "send again without it",
    about: about.syncWithPhone,
    answer: phoneRefused,
  },
  "422 field": {
    reading: "send again without it",
    about: about.syncWithField,
    answer: fieldRefused,
  },

  "404 contact deleted": {
    reading: "sync again",
    about: about.listOrTag,
    answer: meanwhile(({ account, call }) => removeContact(account, contactIn(call) ?? "")),
  },
  "404 contact merged": {
    reading: "sync again",
    about: about.listOrTag,
    answer: () => notFound("Contact"),
  },

  "400 {}": other(() => emailRefused["empty object"](400)),
  "409": other(() => json(409, { message: "Conflict" })),
  "418": other(() => json(418, { message: "I'm a teapot" })),
  "422 about something else": other(() => errors(422, { status: 422, title: "Unprocessable" })),

  "tag created meanwhile": {
    reading: "the tag exists",
    about: about.newTag,
    answer: meanwhile(({ account, call }) => createFirst(account, call)),
  },
  "batch without a status yet": {
    reading: "ask again later",
    about: about.batch,
    answer: statusNotSetYet,
  },
} as const satisfies Record<string, Way>;

function createFirst(account: Account, call: Call): void {
  const name = readBody(call, tagBody)?.tag.tag;
  if (name !== undefined && !findTag(account, name)) addTag(account, name);
}

function httpDate(at: number): string {
  return new Date(at).toUTCString();
}

const ways: readonly [string, Way][] = Object.entries(misbehaviours);

/** The misbehaviours that the courier must interpret in this way. */
export function misbehavioursRead(reading: Way["reading"]): Misbehaviour[] {
  return ways
    .filter(([, way]) => way.reading === reading)
    .map(([name]) => name)
    .filter(isMisbehaviour);
}

function isMisbehaviour(name: string): name is Misbehaviour {
  return Object.hasOwn(misbehaviours, name);
}
