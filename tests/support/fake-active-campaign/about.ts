import * as v from "valibot";
import { type Call, id, readBody } from "./call.ts";

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
