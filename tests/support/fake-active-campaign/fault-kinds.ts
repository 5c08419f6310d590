import * as v from "valibot";
import type { Account } from "./account.ts";
import type { Answer } from "./answer.ts";
import { type Call, id, readBody } from "./call.ts";

export type Scene = {
  account: Account;
  call: Call;
  /** Does what was asked for, and gives the answer that was due. */
  work: () => Answer;
  retryAfterSeconds: number;
  /** An address on another host, which notes who comes by. */
  elsewhere: string;
};

/** A way of misbehaving. */
export type Way = {
  /** How the courier should take it. */
  reading:
    | "the lane sleeps"
    | "asked again at once"
    | "transient"
    | "the breaker"
    | "parked"
    | "send again without it"
    | "sync again"
    | "parked after three tries"
    | "the tag exists"
    | "ask again later";
  /** The calls it is about; all of them when left out. */
  about?: (call: Call) => boolean;
  answer: (scene: Scene) => Answer;
};

type Answering = Way["answer"];

export const lane = (answer: Answering): Way => ({ reading: "the lane sleeps", answer });
export const byChance = (answer: Answering): Way => ({ reading: "asked again at once", answer });
export const transient = (answer: Answering): Way => ({ reading: "transient", answer });
export const breaker = (answer: Answering): Way => ({ reading: "the breaker", answer });
export const parked = (answer: Answering): Way => ({ reading: "parked", answer });
export const other = (answer: Answering): Way => ({ reading: "parked after three tries", answer });

/** The work is done and its answer lost: what went wrong came too late to prevent it. */
export function afterTheWork(instead: Answer): Answering {
  return ({ work }) => {
    work();
    return instead;
  };
}

/** Somebody else changes the account a moment before the call. */
export function meanwhile(change: (scene: Scene) => void): Answering {
  return (scene) => {
    change(scene);
    return scene.work();
  };
}

/** Which calls a misbehaviour is about. */
export const about = {
  sync: ({ path }: Call) => path === "/contact/sync",
  syncWithPhone: (call: Call) => about.sync(call) && has(call, withPhone),
  syncWithField: (call: Call) => about.sync(call) && has(call, withField),
  listOrTag: (call: Call) => contactIn(call) !== undefined,
  newTag: ({ method, path }: Call) => method === "POST" && path === "/tags",
  search: ({ method, path }: Call) => method === "GET" && path === "/contacts",
  batch: ({ path }: Call) => path === "/import/info",
};

/** The contact that a call on its lists or tags names. */
export function contactIn(call: Call): string | undefined {
  const body = readBody(call, withContact);
  const named = body?.contactList ?? body?.contactTag;
  return named?.contact ?? /^\/contacts\/(\d+)\/contact(Lists|Tags)$/.exec(call.path)?.[1];
}

const contact = v.object({ contact: id });
const withContact = v.object({ contactList: v.optional(contact), contactTag: v.optional(contact) });
const withPhone = v.object({ contact: v.object({ phone: v.string() }) });
const fieldValues = v.pipe(v.array(v.unknown()), v.minLength(1));
const withField = v.object({ contact: v.object({ fieldValues }) });

function has(call: Call, form: v.GenericSchema): boolean {
  return readBody(call, form) !== undefined;
}

/** The same answer with its text changed. */
export function spoilText(answer: Answer, change: (text: string) => string): Answer {
  return answer.kind === "answer" ? { ...answer, text: change(answer.text) } : answer;
}

/** The same answer with its contact changed; undefined takes a part away. */
export function spoilContact(answer: Answer, change: Record<string, string | undefined>): Answer {
  return spoilText(answer, (text) => {
    const body = v.safeParse(answeredContact, JSON.parse(text));
    if (!body.success) return text;
    return JSON.stringify({ ...body.output, contact: { ...body.output.contact, ...change } });
  });
}

const answeredContact = v.looseObject({ contact: v.looseObject({}) });
