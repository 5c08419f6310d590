import * as v from "valibot";
import type { Account } from "./account.ts";
import type { Answer } from "./answer.ts";
import { type Call, id, readBody } from "./call.ts";

/** One way in which an answer goes wrong. */
export type Fault = {
  effect: FaultEffect;
  /** The calls that the fault can happen to; all calls if left out. */
  scope?: (call: Call) => boolean;
  answer: (context: FaultContext) => Answer;
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

type FaultContext = {
  account: Account;
  call: Call;
  /** Does what the call asks for, and returns the answer that the fake gives without a fault. */
  work: () => Answer;
  retryAfterSeconds: number;
  /** The URL of another host, to which redirects lead. */
  otherHost: string;
};

type FaultyAnswer = Fault["answer"];

export function fault(effect: FaultEffect, answer: FaultyAnswer, scope?: Fault["scope"]): Fault {
  return { effect, answer, ...(scope && { scope }) };
}

/** A fault in which the fake does what the call asks for, but sends this answer instead of the usual one. */
export function afterTheWork(instead: Answer): FaultyAnswer {
  return ({ work }) => {
    work();
    return instead;
  };
}

/** A fault that imitates another client, which changes the account a moment before the call. */
export function justBefore(change: (context: FaultContext) => void): FaultyAnswer {
  return (context) => {
    change(context);
    return context.work();
  };
}

/** The usual answer with its text changed. */
export function withText(answer: Answer, change: (text: string) => string): Answer {
  return answer.kind === "answer" ? { ...answer, text: change(answer.text) } : answer;
}

const answeredContact = v.looseObject({ contact: v.looseObject({}) });

/** The usual answer with some parts of its contact changed. `undefined` removes a part. */
export function withContact(answer: Answer, change: Record<string, string | undefined>): Answer {
  return withText(answer, (text) => {
    const body = v.safeParse(answeredContact, JSON.parse(text));
    if (!body.success) return text;
    return JSON.stringify({ ...body.output, contact: { ...body.output.contact, ...change } });
  });
}

const text = v.string();
const phone = v.object({ contact: v.object({ phone: text }) });
const firstName = v.object({ contact: v.object({ firstName: text }) });

export const scopes = {
  sync: ({ path }: Call) => path === "/contact/sync",
  syncWithPhone: (call: Call) => scopes.sync(call) && matches(call, phone),
  syncWithName: (call: Call) => scopes.sync(call) && matches(call, firstName),
  listsOrTags: (call: Call) => contactOf(call) !== undefined,
  newTag: ({ method, path }: Call) => method === "POST" && path === "/tags",
  search: ({ method, path }: Call) => method === "GET" && path === "/contacts",
  batch: ({ path }: Call) => path === "/import/info",
};

function matches(call: Call, schema: v.GenericSchema): boolean {
  return readBody(call, schema) !== undefined;
}

const contact = v.object({ contact: id });
const listOrTagBody = v.object({
  contactList: v.optional(contact),
  contactTag: v.optional(contact),
});

/** The id of the contact whose lists or tags the call reads or changes. */
export function contactOf(call: Call): string | undefined {
  const body = readBody(call, listOrTagBody);
  const named = body?.contactList ?? body?.contactTag;
  return named?.contact ?? /^\/contacts\/(\d+)\/contact(Lists|Tags)$/.exec(call.path)?.[1];
}
