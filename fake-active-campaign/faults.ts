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
  /** Does what the call asks for, and returns the answer that the fake gives without a fault. */
  work: () => Answer;
};

/** One way in which an answer goes wrong; undefined for a call to which this cannot happen. */
type Fault = (context: FaultContext) => Answer | undefined;

const emailPhrase = "The email address is not valid.";

/** Every kind of answer but the usual one, grouped by what the courier should do after it. */
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
    // ActiveCampaign sent this answer when an account was not paid for.
    "402 without a body": () => withText(json(402, {}), () => ""),
    "hangs before the work": () => ({ kind: "hang" }),
    "hangs after the work": afterTheWork({ kind: "hang" }),
    "stalls amid the body": afterTheWork({ kind: "stall" }),
    "2xx of more than 1 MB": ({ work }) => withText(work(), (text) => text.padEnd(2 ** 21)),
    "422 e-mail, in an HTML page": () => htmlPage(422, "Email address is invalid"),
    // Another path of this server stands for another host: a client that follows is recorded there.
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
  // The refusal of an e-mail, in each form in which ActiveCampaign's errors were seen.
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
    // From this answer the courier cannot know which field is meant.
    "422 field": onSyncWith(
      "firstName",
      fieldInvalid("contact", "Field value is invalid", "field_invalid"),
    ),
  },
  "synced again": {
    // As if another client had changed the account a moment before the call.
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
    // Never seen, but possible: a search that does not yet find a new contact.
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

/** The names of the faults with this effect on the courier, or of all faults if the effect is left out. */
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
   * The fault happens only to calls with this method and path, as in `POST /contact/sync`; `*` matches anything. If
   * left out, it can happen to every call.
   */
  on?: string;
  /** The fault happens only to calls whose body contains this text, for example an e-mail. */
  mentioning?: string;
  /** The fault happens at most this number of times, to the next calls that match. */
  next?: number;
  /** The fault happens only to this share of the calls, from 0 to 1. The same seed chooses the same calls. */
  share?: number;
  seed?: number;
};

export function createRules() {
  const active = new Set<Fault>();
  return {
    /** Returns a function that ends the rule. */
    add(rule: Rule): () => void {
      const fault = follow(rule);
      active.add(fault);
      return () => active.delete(fault);
    },
    clear: () => active.clear(),
    /** The answer by the first rule that applies to the call. */
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

/** Random numbers by Mulberry32, which is short and gives the same numbers on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A fault in which the fake does what the call asks for, but sends this answer instead of the usual one. */
function afterTheWork(instead: Answer): Fault {
  return ({ work }) => {
    work();
    return instead;
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
