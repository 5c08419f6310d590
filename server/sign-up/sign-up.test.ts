import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { consentField } from "#lead/contract.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import type { Database } from "#server/store/schema.ts";
import { appOver, openApp, type Special } from "#tests/support/app/app.ts";
import { contextHeaders, postForm, postJson } from "#tests/support/app/posting.ts";
import { logTo } from "#tests/support/log-to.ts";
import { ana } from "#tests/support/people.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";

/*
 * These tests show what can only be seen from inside the server, or needs both engines and many rows. The tests in
 * `tests/contract/` ask the running lead function for each promise of docs/lead-function.md.
 */

const origin = "https://page.example";

test.each(engines)("on %s fifty sign-ups at once take a few SQL statements", async (engine) => {
  const database = await temporaryDatabase(engine);
  const { counting, sent } = countStatements(database);
  const app = appOver(counting);
  const all = Array.from({ length: 50 }, (_, n) => postJson(app, { ...ana, email: `p${n}@b.c` }));
  expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(sent.statements).toBeGreaterThan(0);
  expect(sent.statements).toBeLessThan(10);
  expect(await rowsIn(database)).toHaveLength(50);
});

test.each(engines)("on %s an e-mail of almost 4,000 letters is stored", async (engine) => {
  const { app, database } = await openApp({}, engine);
  // The long text has random letters, because Postgres would compress repeated letters.
  const email = `${randomBytes(1_950).toString("hex")}@example.com`;
  const both = [{ ...ana, email }, ana].map((lead) => postJson(app, lead));
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await deriveLeads(database, 2_000)).toBe(2);
  expect(await database.selectFrom("leads").select("email").execute()).toContainEqual({ email });
});

const tooMany = () => ({ kind: "wait", waitMs: 1_000 }) as const;

/** The refusals that cannot be caused from outside the server, or only by hundreds of sign-ups. */
const inside = [
  [429, "too many sign-ups", { limits: tooMany }, "too-many", undefined],
  [500, "a bug", { limits: breaks }, "unexpected", "erro-no-servidor"],
  [503, "a full queue", { append: async () => "overloaded" }, "unavailable", undefined],
  [503, "a slow store", { append: async () => "late" }, "unavailable", "inscricao-nao-gravada"],
] as const satisfies [number, string, Special, string, string | undefined][];

test.each(inside)("%i, %s: a page of an allowed origin reads it", async (...row) => {
  const [status, , deps, code, alarm] = row;
  const lines: string[] = [];
  const log = logTo((line) => lines.push(line));
  const { app } = await openApp({ allowedOrigins: [origin], log, ...deps });
  const id = "0af7651916cd43dd8448eb211c80319c";
  const answer = await postJson(app, ana, { origin, "x-request-id": id });
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "Retry-After, X-Request-Id",
    "cache-control": "no-store",
    vary: "Origin",
    "x-request-id": id,
  });
  const retryAfter = { 429: "1", 500: null, 503: "5" }[status];
  expect(answer.headers.get("retry-after")).toBe(retryAfter);
  expect(await answer.json()).toMatchObject({ ok: false, code });
  const alarms = lines.map((line) => JSON.parse(line).alarm).filter(Boolean);
  expect(alarms).toEqual(alarm === undefined ? [] : [alarm]);
  const foreign = await postForm(app, ana, { origin: `${origin}.evil.example` });
  expect(foreign.status).toBe(status);
  expect([...foreign.headers.keys()].filter((name) => name.startsWith("access-"))).toEqual([]);
});

test.each([
  ["0af76519-16cd-43dd-8448-eb211c80319c", true],
  ["5511987654321", false],
  ["ana@example.com", false],
  ["0af7651916cd43dd8448eb211c80319c, ana", false],
  ["g".repeat(32), false],
])("the request id %j, unless it could be personal data, is taken over: %s", async (id, taken) => {
  const { app } = await openApp();
  const answer = await postJson(app, ana, { "x-request-id": id });
  const made = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  const said = answer.headers.get("x-request-id");
  expect(said).toEqual(taken ? id : made);
  expect(said === id).toBe(taken);
});

const consent = "autorizacao-1";
const notice = "aviso-1";
const nextConsent = "autorizacao-proxima-1";

test.each([
  ["page", consent, consent, 1_000],
  ["page", notice, null, null],
  ["popup", notice, notice, null],
  ["popup", consent, null, null],
  ["unknown", consent, consent, null],
  ["page", nextConsent, nextConsent, 1_000],
  ["popup", nextConsent, null, null],
])("from the %s with the sentence %s: stored %s, consented at %s", async (...row) => {
  const [surface, wording, stored, consentedAt] = row;
  const { app, database } = await openApp();
  await postJson(app, ana, contextHeaders({ surface, wording }));
  expect(await rowsIn(database)).toMatchObject([{ wording: stored }]);
  expect(await consentsIn(database)).toEqual([consentedAt]);
});

test.each([
  ["same-origin", "null", consent],
  ["none", null, consent],
  [null, null, consent],
  ["cross-site", origin, consent],
  ["cross-site", null, null],
  ["cross-site", "null", null],
  ["same-site", "https://other.page.example", null],
  ["same-site", null, null],
  [null, "https://evil.example", null],
  [null, "null", null],
])("a form with Sec-Fetch-Site %s and Origin %s consents by %s", async (site, from, stored) => {
  const { app, database } = await openApp({ allowedOrigins: [origin] });
  const headers = { ...(site && { "sec-fetch-site": site }), ...(from && { origin: from }) };
  const ticked = { ...ana, surface: "page", [consentField]: consent };
  expect((await postForm(app, ticked, headers)).status).toBe(303);
  await postForm(app, { ...ana, surface: "popup", wording: notice }, headers);
  expect(await rowsIn(database)).toMatchObject([
    { wording: stored },
    { wording: stored && notice },
  ]);
  expect(await consentsIn(database)).toEqual([stored && 1_000]);
});

test.each([
  [true, consent, 1_000],
  [false, null, null],
])("with inPageFormSends %s the consent of the page is stored as %s", async (...row) => {
  const [pageFormSends, stored, consentedAt] = row;
  const { app, database } = await openApp({ pageFormSends });
  await postForm(app, { ...ana, surface: "page", [consentField]: consent });
  await postJson(app, ana, contextHeaders({ surface: "page", wording: consent }));
  await postJson(app, ana, contextHeaders({ surface: "popup", wording: notice }));
  const wordings = (await rowsIn(database)).map(({ wording }) => wording);
  expect(wordings).toEqual([stored, stored, notice]);
  expect(await consentsIn(database)).toEqual([consentedAt]);
});

test("a script sends a sign-up of the page without a tick: the page asked for it", async () => {
  const { app } = await openApp();
  expect((await postJson(app, ana, contextHeaders({ surface: "page" }))).status).toBe(200);
});

test("a visitor cannot sign up as if the operator had added them", async () => {
  const { app, database } = await openApp();
  await postJson(app, ana, contextHeaders({ surface: "operator", wording: notice }));
  expect(await rowsIn(database)).toMatchObject([{ surface: "unknown" }]);
});

test("a form may name the source of the visit, and any text there is accepted", async () => {
  const { app, database } = await openApp();
  const first = { utm_source: "instagram" };
  const named = encodeURIComponent(JSON.stringify({ first, email: ana.email }));
  for (const source of [named, "", "%", "7"])
    expect((await postForm(app, { ...ana, surface: "popup", source })).status).toBe(303);
  const sources = (await rowsIn(database)).map(({ source }) => source);
  expect(sources).toEqual([JSON.stringify({ first }), null, null, null]);
});

function breaks(): never {
  throw new Error("a bug");
}

function rowsIn(database: Database) {
  return database.selectFrom("submissions").selectAll().orderBy("id").execute();
}

async function consentsIn(database: Database): Promise<(number | null)[]> {
  await deriveLeads(database, 2_000);
  const leads = await database.selectFrom("leads").select("consented_at").execute();
  return leads.map(({ consented_at }) => consented_at);
}

/** Returns a store that counts the SQL statements that are sent through it. */
function countStatements(database: Database) {
  const sent = { statements: 0 };
  const counting = database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      sent.statements += 1;
      return result;
    },
  });
  return { counting, sent };
}
