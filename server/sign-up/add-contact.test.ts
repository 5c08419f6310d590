import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { openApp } from "#tests/support/app/app.ts";
import { contextHeaders, postForm, postJson } from "#tests/support/app/posting.ts";
import { logTo } from "#tests/support/log-to.ts";
import { ana } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test("a sign-up is stored when it is acknowledged", async () => {
  const { app, database } = await openApp();
  const answer = await postJson(app, ana, contextHeaders({ surface: "popup" }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ ok: true });
  expect(await database.selectFrom("submissions").selectAll().execute()).toMatchObject([
    { ...ana, surface: "popup", received_at: 1_000, derived_at: null },
  ]);
});

test("a form names the source of the visit if the page's script has added it, and is stored with any text in its place", async () => {
  const { app, database } = await openApp();
  const first = { utm_source: "instagram" };
  const named = encodeURIComponent(JSON.stringify({ first, email: ana.email }));
  for (const source of [named, "", "%", "7"])
    expect((await postForm(app, { ...ana, surface: "popup", source })).status).toBe(303);
  const rows = await database.selectFrom("submissions").select("source").execute();
  expect(rows.map(({ source }) => source)).toEqual([JSON.stringify({ first }), null, null, null]);
});

test("a sign-up that a script sends from the page needs no tick: the page has asked for it", async () => {
  const { app } = await openApp();
  expect((await postJson(app, ana, contextHeaders({ surface: "page" }))).status).toBe(200);
});

test.each([
  ["overloaded", 0],
  ["late", 1],
] as const)(
  "when the store is %s, the visitor is asked to try again, and the log has %i errors",
  async (appended, errors) => {
    const lines: string[] = [];
    const log = logTo((line) => lines.push(line));
    const { app } = await openApp({ append: () => Promise.resolve(appended), log });
    const answer = await postJson(app, ana);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await answer.json()).toMatchObject({ ok: false, code: "unavailable" });
    expect(lines.filter((line) => line.includes("inscricao-nao-gravada"))).toHaveLength(errors);
  },
);

test.each(engines)(
  "on %s an e-mail of almost 4,000 letters is stored like any other",
  async (engine) => {
    const { app, database } = await openApp({}, engine);
    // The long text has random letters, because Postgres would compress repeated letters.
    const email = `${randomBytes(1_950).toString("hex")}@example.com`;
    const both = [{ ...ana, email }, ana].map((lead) => postJson(app, lead));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await deriveLeads(database, 2_000)).toBe(2);
    expect(await database.selectFrom("leads").select("email").execute()).toContainEqual({ email });
  },
);
