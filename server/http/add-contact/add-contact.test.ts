import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { messages } from "#content/messages.ts";
import { refusals } from "#content/refusals.ts";
import { addContactPath, contextHeader } from "#lead/contract.ts";
import type { AppDeps } from "#server/http/app.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import type { Database } from "#server/storage/tables.ts";
import { appOver } from "#tests/support/app/app.ts";
import {
  type Engine,
  engines,
  openTemporaryDatabase,
} from "#tests/support/store/temporary-database.ts";

const ana = { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" };
const json = { apikey: "key", "content-type": "application/json" };

test("a sign-up is on disk when it is acknowledged", async () => {
  const { app, database } = await setUp();
  const context = encodeURIComponent(JSON.stringify({ surface: "popup" }));
  const answer = await post(app, JSON.stringify(ana), { ...json, [contextHeader]: context });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ ok: true });
  expect(await database.selectFrom("submissions").selectAll().execute()).toMatchObject([
    { ...ana, surface: "popup", received_at: 1_000, derived_at: null },
  ]);
});

test("the key is also taken from the Authorization header", async () => {
  const { app } = await setUp();
  const headers = {
    authorization: "Bearer key",
    "content-type": "application/json; charset=utf-8",
  };
  expect((await post(app, JSON.stringify(ana), headers)).status).toBe(200);
});

test("a sign-up that a script sends from the page needs no tick: the page has asked for it", async () => {
  const { app } = await setUp();
  const context = encodeURIComponent(JSON.stringify({ surface: "page" }));
  const headers = { ...json, [contextHeader]: context };
  expect((await post(app, JSON.stringify(ana), headers)).status).toBe(200);
});

test.each([
  ["no key", { "content-type": "application/json" }, "{}", 401, "unauthorized"],
  ["another key", { ...json, apikey: "other" }, "{}", 401, "unauthorized"],
  ["another type", { ...json, "content-type": "text/plain" }, "{}", 415, "unsupported-type"],
  ["broken JSON", json, "{", 400, "malformed"],
  ["an empty body", json, "", 400, "malformed"],
  ["4096 bytes", json, `"${"x".repeat(4094)}"`, 422, "invalid-lead"],
  ["4097 bytes", json, `"${"x".repeat(4095)}"`, 413, "too-large"],
  ["null", json, "null", 422, "invalid-lead"],
])("%s is refused", async (_, headers, body, status, code) => {
  const { app, database } = await setUp();
  const answer = await post(app, body, headers);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toMatchObject({ ok: false, code, message: expect.any(String) });
  expect(await database.selectFrom("submissions").selectAll().execute()).toEqual([]);
});

test("each field that cannot be taken has its own sentence", async () => {
  const { app } = await setUp();
  const answer = await post(app, JSON.stringify({ name: " ", email: "ana@", whatsapp: 3 }), json);
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

test("other methods are told which one is right", async () => {
  const { app } = await setUp();
  const answer = await app.request(addContactPath);
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("POST");
  expect(await answer.json()).toMatchObject({ ok: false, code: "method-not-allowed" });
});

test("a store that cannot store is never acknowledged", async () => {
  const { app, database } = await setUp();
  await database.schema.dropTable("submissions").execute();
  const answer = await post(app, JSON.stringify(ana), json);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await answer.json()).toMatchObject({ ok: false, code: "unavailable" });
});

test.each([
  ["overloaded", 0],
  ["late", 1],
] as const)(
  "a store that is %s sends the visitor away for a moment, with %i alarms",
  async (...row) => {
    const [answered, alarms] = row;
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line) => lines.push(line) });
    const { app } = await setUp("sqlite", { append: () => Promise.resolve(answered), log });
    const answer = await post(app, JSON.stringify(ana), json);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(await answer.json()).toMatchObject({ ok: false, code: "unavailable" });
    expect(lines.filter((line) => line.includes("could not be stored"))).toHaveLength(alarms);
  },
);

test.each(engines)(
  "on %s an address of four thousand letters is kept like any other",
  async (engine) => {
    const { app, database } = await setUp(engine);
    // By chance: Postgres would compress what repeats itself.
    const email = `${randomBytes(1_950).toString("hex")}@example.com`;
    const both = [{ ...ana, email }, ana].map((lead) => post(app, JSON.stringify(lead), json));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await deriveLeads(database, 2_000)).toBe(2);
    expect(await database.selectFrom("leads").select("email").execute()).toContainEqual({ email });
  },
);

async function setUp(
  engine: Engine = "sqlite",
  special: Partial<AppDeps> = {},
): Promise<{ app: Hono; database: Database }> {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return { app: appOver(database, special), database };
}

function post(app: Hono, body: string, headers: Record<string, string>) {
  return app.request(addContactPath, { method: "POST", body, headers });
}
