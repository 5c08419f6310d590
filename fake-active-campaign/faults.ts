import type { Account } from "./account.ts";
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
  afterTheWork,
  contactOf,
  type Fault,
  type FaultEffect,
  fault,
  justBefore,
  scopes,
  withContact,
  withText,
} from "./fault-kinds.ts";
import { importsTooFast, statusNotSetYet } from "./importer.ts";
import { addTag, findTag, tagBody } from "./lists-and-tags.ts";

export type FaultName = keyof typeof faults;

/** Every kind of answer but the usual one, grouped by its effect: what the courier should do after it. */
export const faults = {
  "429": fault("rate-limited", ({ retryAfterSeconds }) => tooFast(`${retryAfterSeconds}`)),
  "429 without Retry-After": fault("rate-limited", () => tooFast()),
  "429 with an unreadable Retry-After": fault("rate-limited", () => tooFast("in a while")),
  "429 with a date in Retry-After": fault("rate-limited", ({ call }) =>
    tooFast(new Date(call.at + 30_000).toUTCString()),
  ),
  "429 with a day in Retry-After": fault("rate-limited", () => tooFast("86400")),
  "400 rate limit": fault("rate-limited", importsTooFast),

  "408": fault("repeated at once", () => json(408, { message: "Request Timeout" })),
  "500": fault("repeated at once", () => json(500, { message: "Internal Server Error" })),
  "502 with an HTML page": fault("repeated at once", () => htmlPage(502, "Bad Gateway")),
  "503 with Retry-After": fault("repeated at once", () => json(503, {}, { "Retry-After": "60" })),
  "reset before the work": fault("repeated at once", () => ({ kind: "reset" })),
  "reset after the work": fault("repeated at once", afterTheWork({ kind: "reset" })),
  "2xx that isn't JSON": fault("repeated at once", afterTheWork(htmlPage(200, "Maintenance"))),
  "2xx with half the JSON": fault("repeated at once", ({ work }) =>
    withText(work(), (text) => text.slice(0, -2)),
  ),

  // ActiveCampaign sent this answer when an account was not paid for.
  "402 without a body": fault("retry-later", () => withText(json(402, {}), () => "")),
  "hangs before the work": fault("retry-later", () => ({ kind: "hang" })),
  "hangs after the work": fault("retry-later", afterTheWork({ kind: "hang" })),
  "stalls amid the body": fault("retry-later", afterTheWork({ kind: "stall" })),
  "2xx of more than 1 MB": fault("retry-later", ({ work }) =>
    withText(work(), (text) => text.padEnd(2 ** 21)),
  ),
  "2xx without contact.id": fault(
    "retry-later",
    ({ work }) => withContact(work(), { id: undefined }),
    scopes.sync,
  ),
  "2xx with another person's address": fault(
    "retry-later",
    ({ work }) => withContact(work(), { email: "another.person@example.com" }),
    scopes.sync,
  ),
  "422 e-mail, in an HTML page": fault("retry-later", () => emailRefused["HTML page"](422)),
  "302 to another host": fault("retry-later", ({ otherHost }) =>
    json(302, {}, { Location: otherHost }),
  ),

  "401": fault("account-refused", () => json(401, { message: "Unauthorized" })),
  "403": fault("account-refused", () => json(403, { message: "Forbidden" })),
  "403 with an HTML page": fault("account-refused", () => htmlPage(403, "Forbidden")),

  "422 e-mail, errors with code": fault("parked", () => emailRefused["errors with code"](422)),
  "422 e-mail, errors with status": fault("parked", () => emailRefused["errors with status"](422)),
  "422 e-mail, message": fault("parked", () => emailRefused.message(422)),
  "422 e-mail, message and error": fault("parked", () => emailRefused["message and error"](422)),
  "400 e-mail, errors with code": fault("parked", () => emailRefused["errors with code"](400)),
  "400 e-mail, message": fault("parked", () => emailRefused.message(400)),

  "422 phone": fault("sent without the field", phoneRefused, scopes.syncWithPhone),
  "422 field": fault("sent without the field", fieldRefused, scopes.syncWithName),

  "404 contact deleted": fault(
    "synced again",
    justBefore(({ account, call }) => removeContact(account, contactOf(call) ?? "")),
    scopes.listsOrTags,
  ),
  "404 contact merged": fault("synced again", () => notFound("Contact"), scopes.listsOrTags),

  "404 on sync": fault("parked after three tries", () => htmlPage(404, "Not Found"), scopes.sync),
  "400 {}": fault("parked after three tries", () => emailRefused["empty object"](400)),
  "409": fault("parked after three tries", () => json(409, { message: "Conflict" })),
  "418": fault("parked after three tries", () => json(418, { message: "I'm a teapot" })),
  "422 about something else": fault("parked after three tries", () =>
    errors(422, { status: 422, title: "Unprocessable" }),
  ),

  "tag created meanwhile": fault(
    "the tag exists",
    justBefore(({ account, call }) => createTagFirst(account, call)),
    scopes.newTag,
  ),
  "batch without a status yet": fault("asked again later", statusNotSetYet, scopes.batch),
  // Never seen, but possible: a search that does not yet find a new contact.
  "finds no contact": fault(
    "asked again later",
    () => json(200, { contacts: [], meta: { total: "0" } }),
    scopes.search,
  ),
} as const satisfies Record<string, Fault>;

function createTagFirst(account: Account, call: Call): void {
  const name = readBody(call, tagBody)?.tag.tag;
  if (name !== undefined && !findTag(account, name)) addTag(account, name);
}

/** The names of the faults with this effect on the courier, or of all faults if the effect is left out. */
export function faultNames(effect?: FaultEffect): FaultName[] {
  return Object.keys(faults)
    .filter(isFaultName)
    .filter((name) => effect === undefined || faults[name].effect === effect);
}

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name);
}
