import * as v from "valibot";
import { type Account, forgetContact, putTag } from "./account.ts";
import { type Answer, emailInvalid, errors, htmlPage, json, notFound, tooFast } from "./answers.ts";
import { importsTooFast, statusNotSetYet } from "./importer.ts";
import { type Call, id, readBody } from "./server.ts";

/** One way in which an answer goes wrong. */
export type Fault = {
  effect: FaultEffect;
  /** The calls that the fault can happen to. */
  scope: (call: Call) => boolean;
  answer: FaultyAnswer;
};

/** What the courier should do after an answer with a fault. */
export type FaultEffect =
  | "rate-limited"
  | "repeated at once"
  | "retry-later"
  | "account-refused"
  | "parked"
  | "parked after three tries"
  | "sent without the field"
  | "synced again"
  | "the tag exists"
  | "asked again later";

type FaultyAnswer = (context: FaultContext) => Answer;
type FaultContext = {
  account: Account;
  call: Call;
  /** Does what the call asks for, and returns the answer that the fake gives without a fault. */
  work: () => Answer;
  retryAfterSeconds: number;
  /** The URL of another host, to which redirects lead. */
  otherHost: string;
};

const emailPhrase = "The email address is not valid.";

/** Every kind of answer but the usual one, grouped by its effect: what the courier should do after it. */
export const faults = {
  ...having("rate-limited", {
    "429": ({ retryAfterSeconds }) => tooFast(`${retryAfterSeconds}`),
    "429 without Retry-After": () => tooFast(),
    "429 with an unreadable Retry-After": () => tooFast("in a while"),
    "429 with a date in Retry-After": ({ call }) =>
      tooFast(new Date(call.at + 30_000).toUTCString()),
    "429 with a day in Retry-After": () => tooFast("86400"),
    "400 rate limit": importsTooFast,
  }),
  ...having("repeated at once", {
    "408": () => json(408, { message: "Request Timeout" }),
    "500": () => json(500, { message: "Internal Server Error" }),
    "502 with an HTML page": () => htmlPage(502, "Bad Gateway"),
    "503 with Retry-After": () => json(503, {}, { "Retry-After": "60" }),
    "reset before the work": () => ({ kind: "reset" }),
    "reset after the work": afterTheWork({ kind: "reset" }),
    "2xx that isn't JSON": afterTheWork(htmlPage(200, "Maintenance")),
    "2xx with half the JSON": ({ work }) => withText(work(), (text) => text.slice(0, -2)),
  }),
  ...having("retry-later", {
    // ActiveCampaign sent this answer when an account was not paid for.
    "402 without a body": () => withText(json(402, {}), () => ""),
    "hangs before the work": () => ({ kind: "hang" }),
    "hangs after the work": afterTheWork({ kind: "hang" }),
    "stalls amid the body": afterTheWork({ kind: "stall" }),
    "2xx of more than 1 MB": ({ work }) => withText(work(), (text) => text.padEnd(2 ** 21)),
    "422 e-mail, in an HTML page": () => htmlPage(422, "Email address is invalid"),
    "302 to another host": ({ otherHost }) => json(302, {}, { Location: otherHost }),
  }),
  ...having(
    "retry-later",
    {
      "2xx without contact.id": ({ work }) => withContact(work(), { id: undefined }),
      "2xx with another person's e-mail": ({ work }) =>
        withContact(work(), { email: "another.person@example.com" }),
    },
    onSync,
  ),
  ...having("account-refused", {
    "401": () => json(401, { message: "Unauthorized" }),
    "403": () => json(403, { message: "Forbidden" }),
    "403 with an HTML page": () => htmlPage(403, "Forbidden"),
  }),
  // The refusal of an e-mail, in each form in which ActiveCampaign's errors were seen.
  ...having("parked", {
    "422 e-mail, errors with code": () => emailInvalid(422),
    "422 e-mail, errors with status": () =>
      errors(422, { status: 422, title: "Invalid attribute", detail: "Email is not valid" }),
    "422 e-mail, message": () => json(422, { message: emailPhrase }),
    "422 e-mail, message and error": () =>
      json(422, { message: "Could not process request", error: "Invalid value for 'email'" }),
    "400 e-mail, errors with code": () => emailInvalid(400),
    "400 e-mail, message": () => json(400, { message: emailPhrase }),
  }),
  ...having(
    "sent without the field",
    {
      "422 phone": () => fieldInvalid("phone", "Phone is too long", "phone_invalid"),
    },
    onSyncWith("phone"),
  ),
  ...having(
    "sent without the field",
    {
      // From this answer the courier cannot know which field is meant.
      "422 field": () => fieldInvalid("fieldValues/0", "Field value is invalid", "field_invalid"),
    },
    onSyncWith("firstName"),
  ),
  ...having(
    "synced again",
    {
      "404 contact deleted": justBefore(({ account, call }) =>
        forgetContact(account, contactOf(call) ?? ""),
      ),
      "404 contact merged": () => notFound("Contact"),
    },
    (call) => contactOf(call) !== undefined,
  ),
  ...having(
    "parked after three tries",
    {
      "404 on sync": () => htmlPage(404, "Not Found"),
    },
    onSync,
  ),
  ...having("parked after three tries", {
    "400 {}": () => json(400, {}),
    "409": () => json(409, { message: "Conflict" }),
    "418": () => json(418, { message: "I'm a teapot" }),
    "422 about something else": () => errors(422, { status: 422, title: "Unprocessable" }),
  }),
  ...having(
    "the tag exists",
    {
      "tag created meanwhile": justBefore(({ account, call }) =>
        putTag(account, readBody(call, newTag)?.tag.tag ?? ""),
      ),
    },
    on("POST /tags"),
  ),
  ...having(
    "asked again later",
    {
      "batch without a status yet": statusNotSetYet,
    },
    on("GET /import/info"),
  ),
  ...having(
    "asked again later",
    {
      // Never seen, but possible: a search that does not yet find a new contact.
      "finds no contact": () => json(200, { contacts: [], meta: { total: "0" } }),
    },
    on("GET /contacts"),
  ),
};

export type FaultName = keyof typeof faults;

/** The names of the faults with this effect on the courier, or of all faults if the effect is left out. */
export function faultNames(effect?: FaultEffect): FaultName[] {
  return Object.keys(faults)
    .filter(isFaultName)
    .filter((name) => effect === undefined || faults[name].effect === effect);
}

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name);
}

function having<Name extends string>(
  effect: FaultEffect,
  answers: Record<Name, FaultyAnswer>,
  scope?: Fault["scope"],
): Record<Name, Fault>;
function having(
  effect: FaultEffect,
  answers: Record<string, FaultyAnswer>,
  scope: Fault["scope"] = () => true,
): Record<string, Fault> {
  const found = Object.entries(answers);
  return Object.fromEntries(found.map(([name, answer]) => [name, { effect, scope, answer }]));
}

/** A fault in which the fake does what the call asks for, but sends this answer instead of the usual one. */
function afterTheWork(instead: Answer): FaultyAnswer {
  return ({ work }) => {
    work();
    return instead;
  };
}

/** A fault that imitates another client, which changes the account a moment before the call. */
function justBefore(change: (context: FaultContext) => void): FaultyAnswer {
  return (context) => {
    change(context);
    return context.work();
  };
}

/** The usual answer with its text changed. */
function withText(answer: Answer, change: (text: string) => string): Answer {
  return answer.kind === "answer" ? { ...answer, text: change(answer.text) } : answer;
}

const answeredContact = v.looseObject({ contact: v.looseObject({}) });

/** The usual answer with some parts of its contact changed. `undefined` removes a part. */
function withContact(answer: Answer, change: Record<string, string | undefined>): Answer {
  return withText(answer, (text) => {
    const body = v.safeParse(answeredContact, JSON.parse(text));
    if (!body.success) return text;
    return JSON.stringify({ ...body.output, contact: { ...body.output.contact, ...change } });
  });
}

function fieldInvalid(field: string, title: string, code: string): Answer {
  return errors(422, { title, detail: "", code, source: { pointer: `/data/attributes/${field}` } });
}

function on(route: string): Fault["scope"] {
  return ({ method, path }) => `${method} ${path}` === route;
}

function onSync({ path }: Call): boolean {
  return path === "/contact/sync";
}

function onSyncWith(field: string): Fault["scope"] {
  const body = v.object({ contact: v.object({ [field]: v.string() }) });
  return (call) => onSync(call) && readBody(call, body) !== undefined;
}

const newTag = v.object({ tag: v.object({ tag: v.string() }) });
const named = v.object({ contact: id });
const listOrTag = v.object({ contactList: v.optional(named), contactTag: v.optional(named) });

/** The id of the contact whose lists or tags the call reads or changes. */
function contactOf(call: Call): string | undefined {
  const body = readBody(call, listOrTag);
  const { contact } = body?.contactList ?? body?.contactTag ?? {};
  return contact ?? /^\/contacts\/(\d+)\/contact(Lists|Tags)$/.exec(call.path)?.[1];
}
