import * as v from "valibot";
import { type Account, forgetContact, putTag } from "./account.ts";
import { importsTooFast, statusNotSetYet } from "./importer.ts";
import {
  type Answer,
  type Call,
  emailInvalid,
  errors,
  htmlPage,
  id,
  json,
  notFound,
  readBody,
  tooFast,
} from "./server.ts";

type FaultContext = {
  account: Account;
  call: Call;
  /** Does what the call requests, and returns the answer that the fake would send without a fault. */
  work: () => Answer;
};

/** One kind of wrong answer; undefined for a call that cannot get this answer. */
type Fault = (context: FaultContext) => Answer | undefined;

const emailPhrase = "The email address is not valid.";

/** All kinds of wrong answers, grouped by what the courier should do after them. */
const faults = {
  "rate-limited": {
    "429": () => tooFast("1"),
    "429 without Retry-After": () => tooFast(),
    "429 with a day in Retry-After": () => tooFast("86400"),
    "400 rate limit": importsTooFast,
  },
  "repeated at once": {
    "408": () => json(408, { message: "Request Timeout" }),
    "500": () => json(500, { message: "Internal Server Error" }),
    "502 with an HTML page": () => htmlPage(502, "Bad Gateway"),
    "503 with Retry-After": () => json(503, {}, { "Retry-After": "60" }),
    "reset before the work": () => ({ kind: "reset" }),
    "reset after the work": afterTheWork({ kind: "reset" }),
    "2xx that isn't JSON": afterTheWork(htmlPage(200, "Maintenance")),
    "2xx with half the JSON": ({ work }) => withText(work(), (text) => text.slice(0, -2)),
  },
  "retry-later": {
    // ActiveCampaign sends this answer for an account that was not paid for.
    "402 without a body": () => withText(json(402, {}), () => ""),
    "hangs before the work": () => ({ kind: "hang" }),
    "hangs after the work": afterTheWork({ kind: "hang" }),
    "stalls amid the body": afterTheWork({ kind: "stall" }),
    "2xx of more than 1 MB": ({ work }) => withText(work(), (text) => text.padEnd(2 ** 21)),
    "422 e-mail, in an HTML page": () => htmlPage(422, "Email address is invalid"),
    // Another path of this server is used as another host: if the client follows the redirect, its request is recorded.
    "302 to another host": () => json(302, {}, { Location: "/elsewhere" }),
    "2xx without contact.id": onSync(({ work }) => withContact(work(), { id: undefined })),
    "2xx with another person's e-mail": onSync(({ work }) =>
      withContact(work(), { email: "another.person@example.com" }),
    ),
  },
  "account-refused": {
    "403": () => json(403, { message: "Forbidden" }),
    "403 with an HTML page": () => htmlPage(403, "Forbidden"),
  },
  // The refusals of an e-mail, in all forms that ActiveCampaign has sent.
  parked: {
    "422 e-mail, errors with code": () => emailInvalid(422),
    "422 e-mail, errors with status": () =>
      errors(422, { status: 422, title: "Invalid attribute", detail: "Email is not valid" }),
    "422 e-mail, message": () => json(422, { message: emailPhrase }),
    "422 e-mail, message and error": () =>
      json(422, { message: "Could not process request", error: "Invalid value for 'email'" }),
    "400 e-mail, errors with code": () => emailInvalid(400),
    "400 e-mail, message": () => json(400, { message: emailPhrase }),
  },
  "sent without the field": {
    "422 phone": onSyncWith("phone", fieldInvalid("phone", "Phone is too long", "phone_invalid")),
    "422 fieldValues": onSyncWith(
      "fieldValues",
      fieldInvalid("fieldValues/0", "Field value is invalid", "field_invalid"),
    ),
    // With this answer the courier cannot know which field was refused.
    "422 field": onSyncWith(
      "firstName",
      fieldInvalid("contact", "Field value is invalid", "field_invalid"),
    ),
  },
  "synced again": {
    // The contact is deleted, as if another client had changed the account shortly before the call.
    "404 contact deleted": ({ account, call, work }) => {
      const contact = contactOf(call);
      if (contact === undefined) return undefined;
      forgetContact(account, contact);
      return work();
    },
    "404 contact merged": ({ call }) =>
      contactOf(call) === undefined ? undefined : notFound("Contact"),
  },
  "parked after three tries": {
    "404 on sync": onSync(() => htmlPage(404, "Not Found")),
    "400 {}": () => json(400, {}),
    "409": () => json(409, { message: "Conflict" }),
    "422 about something else": () => errors(422, { status: 422, title: "Unprocessable" }),
  },
  "the tag exists": {
    "tag created meanwhile": on("POST /tags", ({ account, call, work }) => {
      putTag(account, readBody(call, newTag)?.tag.tag ?? "");
      return work();
    }),
  },
  "asked again later": {
    "batch without a status yet": on("GET /import/info", statusNotSetYet),
    // This fault was never seen, but is possible: a search does not find a new contact yet.
    "finds no contact": on("GET /contacts", () =>
      json(200, { contacts: [], meta: { total: "0" } }),
    ),
  },
} satisfies Record<string, Record<string, Fault>>;

type Effect = keyof typeof faults;
type NamesIn<Group> = Group extends unknown ? keyof Group : never;
export type FaultName = NamesIn<(typeof faults)[Effect]>;

const byName = new Map<string, Fault>(
  Object.values(faults).flatMap((group) => Object.entries(group)),
);

/** The names of all faults, or only of those with this effect on the courier. */
export function faultNames(effect?: Effect): FaultName[] {
  const named = effect === undefined ? [...byName.keys()] : Object.keys(faults[effect]);
  return named.filter(isFaultName);
}

function isFaultName(name: string): name is FaultName {
  return byName.has(name);
}

export type Rule = {
  how: FaultName;
  /**
   * The method and path of the calls that get the fault, as in `POST /contact/sync`; `*` matches anything. If left out,
   * every call can get the fault.
   */
  on?: string;
  /** Only calls whose body contains this text, for example an e-mail, get the fault. */
  mentioning?: string;
  /** The fault happens at most this number of times, to the next matching calls. */
  next?: number;
  /** The share of the calls, from 0 to 1, that get the fault. The same seed selects the same calls. */
  share?: number;
  seed?: number;
};

export function createRules() {
  const active = new Set<Fault>();
  return {
    /** Adds a rule, and returns a function that removes the rule. */
    add(rule: Rule): () => void {
      const fault = follow(rule);
      active.add(fault);
      return () => active.delete(fault);
    },
    clear: () => active.clear(),
    /** The answer of the first rule that applies to the call. */
    wrongAnswer(context: FaultContext): Answer | undefined {
      for (const fault of active) {
        const answer = fault(context);
        if (answer) return answer;
      }
      return undefined;
    },
  };
}

function follow({
  how,
  on = "*",
  mentioning = "",
  next = Infinity,
  share = 1,
  seed = 1,
}: Rule): Fault {
  const pattern = new RegExp(`^${on.split("*").map(escapeForRegExp).join(".*")}$`);
  const random = createRandom(seed);
  let left = next;
  return (context) => {
    const { method, path, text } = context.call;
    const isMeant = pattern.test(`${method} ${path}`) && text.includes(mentioning);
    if (!isMeant || left <= 0 || random() >= share) return undefined;
    const answer = byName.get(how)?.(context);
    if (answer) left -= 1;
    return answer;
  };
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&");
}

/** Random numbers by the algorithm Mulberry32, which is short and gives the same numbers on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A fault in which the fake does what the call requests, but sends this answer instead of the usual answer. */
function afterTheWork(instead: Answer): Fault {
  return ({ work }) => {
    work();
    return instead;
  };
}

/** The usual answer with a changed text. */
function withText(answer: Answer, change: (text: string) => string): Answer {
  return answer.kind === "answer" ? { ...answer, text: change(answer.text) } : answer;
}

const answeredContact = v.looseObject({ contact: v.looseObject({}) });

/** The usual answer with a contact of which some parts are changed; a part that is `undefined` is removed. */
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

function on(route: string, fault: Fault): Fault {
  return (context) =>
    `${context.call.method} ${context.call.path}` === route ? fault(context) : undefined;
}

function onSync(fault: Fault): Fault {
  return on("POST /contact/sync", fault);
}

function onSyncWith(field: string, answer: Answer): Fault {
  const body = v.object({ contact: v.object({ [field]: v.nonOptional(v.unknown()) }) });
  return onSync(({ call }) => readBody(call, body) && answer);
}

const newTag = v.object({ tag: v.object({ tag: v.string() }) });
const named = v.object({ contact: id });
const listOrTag = v.object({ contactList: v.optional(named), contactTag: v.optional(named) });

/** The id of the contact whose lists the call reads, or whose lists or tags it changes. */
function contactOf(call: Call): string | undefined {
  const body = readBody(call, listOrTag);
  const { contact } = body?.contactList ?? body?.contactTag ?? {};
  return contact ?? /^\/contacts\/(\d+)\/contactLists$/.exec(call.path)?.[1];
}
