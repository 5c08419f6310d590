import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import type { RefusalCode } from "#lead/contract.ts";
import type { Runtime } from "#tests/support/contract/runtime.ts";
import {
  formType,
  type HeaderValues,
  jsonType,
  newKey,
  newPerson,
  publicKey,
  send,
  sendForm,
  sendJson,
} from "#tests/support/contract/senders.ts";
import { ana } from "#tests/support/people.ts";

type Expected = {
  status: number;
  /** The code of a refusal: a script gets the code, a person the sentence for it. */
  code?: RefusalCode;
};

export type Row = [
  what: string,
  expected: Expected,
  send: (runtime: Runtime, headers: HeaderValues) => Promise<Response>,
];

const json = { ...publicKey, ...jsonType };
const acceptsPage = { accept: "text/html,*/*" };
const notUtf8 = new Uint8Array([0xff]);
const fromPopup = { ...ana, surface: "popup" };
const large = `name=${"x".repeat(4_092)}`;

function post(headers: HeaderValues, body: string | Uint8Array<ArrayBuffer>): Row[2] {
  return (runtime, more) => send(runtime, "POST", { headers: { ...headers, ...more }, body });
}

function method(name: string, own: HeaderValues = {}): Row[2] {
  return (runtime, headers) => send(runtime, name, { headers: { ...own, ...headers } });
}

/**
 * Every answer to a script's sign-up, except the answers to a bug and to too many requests:
 * `server/sign-up/sign-up.test.ts` tests those.
 */
export const answersToScripts: readonly Row[] = [
  ["a sign-up", { status: 200 }, (runtime, headers) => sendJson(runtime, newPerson(), headers)],
  ["a preflight", { status: 204 }, method("OPTIONS")],
  ["broken JSON", { status: 400, code: "malformed" }, post(json, "{")],
  ["a body that is not UTF-8", { status: 400, code: "malformed" }, post(json, notUtf8)],
  [
    "a wrong key",
    { status: 401, code: "unauthorized" },
    post({ ...jsonType, apikey: "other", authorization: "Bearer other" }, "{}"),
  ],
  ["a GET", { status: 405, code: "method-not-allowed" }, method("GET")],
  ["4,097 bytes", { status: 413, code: "too-large" }, post(json, `"${"x".repeat(4_095)}"`)],
  [
    "another type",
    { status: 415, code: "unsupported-type" },
    post({ ...json, "content-type": "text/plain" }, "{}"),
  ],
  [
    "a compressed body",
    { status: 415, code: "unsupported-type" },
    post({ ...json, "content-encoding": "gzip" }, Uint8Array.from(gzipSync(JSON.stringify(ana)))),
  ],
  [
    "4,096 bytes that are no lead",
    { status: 422, code: "invalid-lead" },
    post(json, `"${"x".repeat(4_094)}"`),
  ],
  ["an empty lead", { status: 422, code: "invalid-lead" }, post(json, "{}")],
  [
    "a key that came before with other values",
    { status: 422, code: "key-reused" },
    async (runtime, headers) => {
      const key = newKey();
      await sendJson(runtime, newPerson(), key);
      return sendJson(runtime, newPerson(), { ...key, ...headers });
    },
  ],
  [
    "a store that fails",
    { status: 503, code: "unavailable" },
    (runtime, headers) => withoutStore(runtime, () => sendJson(runtime, newPerson(), headers)),
  ],
];

/** Every answer to a form that was sent without a script. */
export const answersToForms: readonly Row[] = [
  ["a form", { status: 303 }, (runtime, headers) => sendForm(runtime, { ...newPerson() }, headers)],
  ["a form that is not UTF-8", { status: 400, code: "malformed" }, post(formType, notUtf8)],
  [
    "a form with another key",
    { status: 401, code: "unauthorized" },
    (runtime, headers) => sendForm(runtime, { ...fromPopup, apikey: "other" }, headers),
  ],
  ["a GET of a browser", { status: 405, code: "method-not-allowed" }, method("GET", acceptsPage)],
  ["a form of 4,097 bytes", { status: 413, code: "too-large" }, post(formType, large)],
  [
    "a form of another type",
    { status: 415, code: "unsupported-type" },
    post({ ...acceptsPage, "content-type": "text/plain" }, "a=b"),
  ],
  [
    "an empty form",
    { status: 422, code: "invalid-lead" },
    (runtime, headers) => sendForm(runtime, {}, headers),
  ],
  [
    "a form while the store fails",
    { status: 503, code: "unavailable" },
    (runtime, headers) =>
      withoutStore(runtime, () => sendForm(runtime, { ...newPerson() }, headers)),
  ],
];

/** Does the work while the store has no table for sign-ups, so that each insert fails at once. */
async function withoutStore<Result>({ database }: Runtime, work: () => Promise<Result>) {
  await sql`alter table submissions rename to elsewhere`.execute(database);
  try {
    return await work();
  } finally {
    await sql`alter table elsewhere rename to submissions`.execute(database);
  }
}
