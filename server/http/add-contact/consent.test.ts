import { expect, onTestFinished, test } from "vitest";
import { addContactPath, consentField, contextHeader } from "#lead/contract.ts";
import type { AppDeps } from "#server/http/app.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import { appOver } from "#tests/support/app/app.ts";
import { ana, inContext, postForm, postJson } from "#tests/support/app/posting.ts";
import { openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";

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
  await deriveLeads(database, 2_000);
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

const ours = "https://page.example";
const alien = "https://evil.example";

test.each([
  ["same-origin", null, consent],
  ["same-origin", "null", consent],
  ["none", null, consent],
  [null, null, consent],
  [null, ours, consent],
  ["cross-site", ours, consent],
  ["cross-site", alien, null],
  ["cross-site", null, null],
  ["cross-site", "null", null],
  ["same-site", "https://other.page.example", null],
  ["same-site", null, null],
  [null, alien, null],
  [null, "null", null],
])(
  "a sign-up with Sec-Fetch-Site %s and Origin %s is stored, with the consent %s",
  async (...row) => {
    const [site, origin, keptWording] = row;
    const { app, database, kept } = await setUp({ allowedOrigins: [ours] });
    const headers = { ...(site && { "sec-fetch-site": site }), ...(origin && { origin }) };
    const ticked = await postForm(
      app,
      { ...ana, surface: "page", [consentField]: consent },
      headers,
    );
    const told = await postForm(app, { ...ana, surface: "popup", wording: notice }, headers);
    expect([ticked.status, told.status]).toEqual([303, 303]);
    await deriveLeads(database, 2_000);
    const keptNotice = keptWording && notice;
    expect(await kept()).toEqual({
      wordings: [keptWording, keptNotice],
      consentedAt: [keptWording && 1_000],
    });
  },
);

test.each([
  [true, consent, 1_000],
  [false, null, null],
])(
  "when inPageFormSends is %s, the tick of that form is stored as %s, with and without script",
  async (...row) => {
    const [pageFormSends, keptWording, consentedAt] = row;
    const { app, database, kept } = await setUp({ pageFormSends });
    await postForm(app, { ...ana, surface: "page", [consentField]: consent });
    await postJson(app, ana, inContext({ surface: "page", wording: consent }));
    await postJson(app, ana, inContext({ surface: "popup", wording: notice }));
    await deriveLeads(database, 2_000);
    expect(await kept()).toEqual({
      wordings: [keptWording, keptWording, notice],
      consentedAt: [consentedAt],
    });
  },
);

async function setUp(special: Partial<AppDeps> = {}) {
  const { database, close } = await openTemporaryDatabase("sqlite");
  onTestFinished(close);
  const kept = async () => {
    const signUps = await database
      .selectFrom("submissions")
      .select("wording")
      .orderBy("id")
      .execute();
    const leads = await database.selectFrom("leads").select("consented_at").execute();
    return {
      wordings: signUps.map(({ wording }) => wording),
      consentedAt: leads.map(({ consented_at }) => consented_at),
    };
  };
  return { app: appOver(database, special), database, kept };
}
