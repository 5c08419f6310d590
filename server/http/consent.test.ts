import { expect, onTestFinished, test } from "vitest";
import { addContactPath, consentField, contextHeader } from "#lead/contract.ts";
import { settleSubmissions } from "#server/storage/bookkeeper.ts";
import { appOver } from "#tests/support/app.ts";
import { openTemporaryDatabase } from "#tests/support/temporary-database.ts";

const ana = { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" };
const consent = "autorizacao-1";
const notice = "aviso-1";

test.each([
  ["page", consent, consent, 1_000],
  ["page", notice, null, null],
  ["page", "another", null, null],
  ["page", undefined, null, null],
  ["popup", notice, notice, null],
  ["popup", consent, null, null],
  ["unknown", consent, consent, null],
])("from the %s with the sentence %s, %s is kept and %s the time of a consent", async (...row) => {
  const [surface, wording, keptWording, consentedAt] = row;
  const { app, database } = await setUp();
  const context = encodeURIComponent(JSON.stringify({ surface, wording }));
  const headers = { apikey: "key", "content-type": "application/json", [contextHeader]: context };
  await app.request(addContactPath, { method: "POST", body: JSON.stringify(ana), headers });
  await settleSubmissions(database, 2_000);
  expect(await database.selectFrom("submissions").select("wording").execute()).toEqual([
    { wording: keptWording },
  ]);
  expect(await database.selectFrom("leads").select("consented_at").execute()).toEqual([
    { consented_at: consentedAt },
  ]);
});

test("a tick that names no sentence is none", async () => {
  const { app, database } = await setUp();
  const form = { ...ana, apikey: "key", surface: "page", [consentField]: "on" };
  const body = new URLSearchParams(form);
  expect((await app.request(addContactPath, { method: "POST", body })).status).toBe(422);
  expect(await database.selectFrom("submissions").select("id").execute()).toEqual([]);
});

async function setUp() {
  const { database, close } = await openTemporaryDatabase("sqlite");
  onTestFinished(close);
  return { app: appOver(database), database };
}
