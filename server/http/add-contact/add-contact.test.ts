import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import { pino } from "pino";
import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { refusals } from "#content/refusals.ts";
import { addContactPath } from "#lead/contract.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import { openApp } from "#tests/support/app/app.ts";
import { contextHeaders, postJson } from "#tests/support/app/posting.ts";
import { ana } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const json = { apikey: "key", "content-type": "application/json" };

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

test("the key may also be in the Authorization header", async () => {
  const { app } = await openApp();
  const headers = {
    authorization: "Bearer key",
    "content-type": "application/json; charset=utf-8",
  };
  expect((await post(app, JSON.stringify(ana), headers)).status).toBe(200);
});

test("a sign-up that a script sends from the page needs no tick: the page has asked for it", async () => {
  const { app } = await openApp();
  expect((await postJson(app, ana, contextHeaders({ surface: "page" }))).status).toBe(200);
});

test.each([
  ["no key", { "content-type": "application/json" }, "{}", 401, "unauthorized"],
  ["a wrong key", { ...json, apikey: "other" }, "{}", 401, "unauthorized"],
  ["another type", { ...json, "content-type": "text/plain" }, "{}", 415, "unsupported-type"],
  ["broken JSON", json, "{", 400, "malformed"],
  ["an empty body", json, "", 400, "malformed"],
  ["4096 bytes that are no lead", json, `"${"x".repeat(4094)}"`, 422, "invalid-lead"],
  ["4097 bytes", json, `"${"x".repeat(4095)}"`, 413, "too-large"],
  ["null", json, "null", 422, "invalid-lead"],
])("a sign-up with %s is refused", async (_, headers, body, status, code) => {
  const { app, database } = await openApp();
  const answer = await post(app, body, headers);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toMatchObject({ ok: false, code, message: expect.any(String) });
  expect(await database.selectFrom("submissions").selectAll().execute()).toEqual([]);
});

test("the answer has a message for each field with a problem", async () => {
  const { app } = await openApp();
  const answer = await postJson(app, { name: " ", email: "ana@", whatsapp: 3 });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toEqual({
    ok: false,
    code: "invalid-lead",
    message: refusals["invalid-lead"],
    fields: [
      { field: "name", code: "required", message: messages.fieldProblems.name.required },
      { field: "email", code: "invalid", message: messages.fieldProblems.email.invalid },
      { field: "whatsapp", code: "required", message: messages.fieldProblems.whatsapp.required },
    ],
  });
});

test("the answer to another method names the right one", async () => {
  const { app } = await openApp();
  const answer = await app.request(addContactPath);
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("POST");
  expect(await answer.json()).toMatchObject({ ok: false, code: "method-not-allowed" });
});

test("a sign-up that cannot be stored is not acknowledged", async () => {
  const { app, database } = await openApp();
  await database.schema.dropTable("submissions").execute();
  const answer = await postJson(app, ana);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await answer.json()).toMatchObject({ ok: false, code: "unavailable" });
});

test.each([
  ["overloaded", 0],
  ["late", 1],
] as const)(
  "when the store is %s, the visitor is asked to try again, and the log has %i errors",
  async (appended, errors) => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line) => lines.push(line) });
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

function post(app: Hono, body: string, headers: Record<string, string>) {
  return app.request(addContactPath, { method: "POST", body, headers });
}
