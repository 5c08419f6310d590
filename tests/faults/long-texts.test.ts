import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath, contextHeader, type LeadField, leadFields } from "#lead/contract.ts";
import { slowWaits, startFaultServer } from "#tests/support/faults/server.ts";
import { newAddress } from "#tests/support/faults/sign-up.ts";
import { emailSequence, sqliteFolder } from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";
import { openSqliteIn } from "#tests/support/store/temporary-database.ts";

const timeLimitMs = 120_000;
const polling = { timeout: 60_000, interval: 50 };
/** A server that never finishes reading a text gives no answer. */
const maxAnswerMs = 30_000;
const email = (piece: string, end = "@a.b") => `${piece.repeat(3_900 / piece.length)}${end}`;
const long = (piece: string) => piece.repeat(8_000 / piece.length);

/**
 * For each field, the texts that take the server the longest to read. Each text fills almost the whole body of a
 * request.
 */
const worst: Record<LeadField, string[]> = {
  name: ["<a>", "%{[", "https://a.b ", "e\u0301\u0323", "\u0000", "😀", "\ud800", " "].map(
    (piece) => piece.repeat(3_600 / Buffer.byteLength(JSON.stringify(piece))),
  ),
  email: [email("a"), email("a.", "a@"), email("a@"), email("a", "@"), `a@${email("a-", "")}`],
  whatsapp: ["+12223334444,", "a1", "/", "11 9", "+", "0", "\u0663", "9123 4567", "xx0"].map(
    (piece) => piece.repeat(3_600 / Buffer.byteLength(piece)),
  ),
};

const longSource = { first: { utm_source: long("a") } };
const worstHeaders: readonly [name: string, value: string][] = [
  ["authorization", `Bearer ${long(" a")}`],
  ["authorization", long("Bearer ")],
  ["x-forwarded-for", long("1.1.1.1, ")],
  ["x-forwarded-for", `fe80::1%${long("a")}`],
  ["x-forwarded-for", long("[")],
  [contextHeader, long("%5B")],
  [contextHeader, encodeURIComponent(JSON.stringify(longSource)).slice(0, 8_000)],
  ["content-type", `application/json${long(" ;")}`],
  ["accept-encoding", long("br;q=0,")],
  ["if-none-match", long('W/"a",')],
  ["user-agent", long("a")],
  ["idempotency-key", long("a")],
  ["origin", long("a")],
  ["x-request-id", long("a")],
  ["content-encoding", long(" ,")],
];

const json = { apikey: links.publicKey, "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const worstBodies: readonly [what: string, body: string][] = [
  ["arrays in arrays", "[".repeat(2_000) + "]".repeat(2_000)],
  [
    "many fields",
    JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`f${n}`, 1]))),
  ],
  ["pairs of a form", "a&".repeat(2_000)],
  ["escapes of a form", "%ff=%zz&".repeat(500)],
];

test(
  "no text of a sign-up keeps the server from the others",
  async () => {
    const folder = await sqliteFolder();
    const newEmail = emailSequence();
    // The limits are longer: a machine that stops for seconds would refuse sign-ups as if they could not be read.
    const { url } = await startFaultServer({ DATA_DIR: folder, ...slowWaits(6) });
    const ask = async (path: string, init: RequestInit) => {
      const headers = { "x-forwarded-for": newAddress(), ...init.headers };
      const signal = AbortSignal.timeout(maxAnswerMs);
      const answer = await fetch(`${url}${path}`, { ...init, headers, signal, redirect: "manual" });
      await answer.arrayBuffer();
      expect(answer.status).toBeLessThan(500);
    };
    const post = (body: string, headers: Record<string, string>) =>
      ask(addContactPath, { method: "POST", body, headers });
    const signUp = async (fields: Record<string, string>, more: Record<string, string> = {}) => {
      // Each request has a new e-mail: otherwise the server would hold sign-ups back, and not read their phone numbers.
      const lead = { ...ana, email: newEmail(), ...fields };
      await post(JSON.stringify(lead), { ...json, ...more });
      const typed = new URLSearchParams({ ...lead, apikey: links.publicKey });
      await post(typed.toString(), { ...form, ...more });
      await ask(`/${long("%2e/")}`, { headers: more });
    };
    const works: [what: string, work: () => Promise<void>][] = [
      ...leadFields.flatMap((field) =>
        worst[field].map((text) => [`${field}: ${text}`, () => signUp({ [field]: text })] as const),
      ),
      ...worstHeaders.map(
        ([name, value]) => [`${name}: ${value}`, () => signUp({}, { [name]: value })] as const,
      ),
      ...worstBodies.map(([what, body]) => [what, () => post(body, json)] as const),
      ...worstBodies.map(([what, body]) => [`${what}, as a form`, () => post(body, form)] as const),
    ].map(([what, work]) => [what.slice(0, 40), work]);

    for (const [what, work] of works) await expect(work(), what).resolves.toBeUndefined();
    const database = await openSqliteIn(folder);
    onTestFinished(() => database.destroy());
    const waiting = () =>
      database.selectFrom("submissions").select("id").where("derived_at", "is", null).execute();
    await expect.poll(waiting, polling).toEqual([]);
  },
  timeLimitMs,
);
