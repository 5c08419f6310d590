import { expect, test } from "vitest";
import { addContactPath, consentField } from "#lead/contract.ts";
import type { AppDeps } from "#server/http/app.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { openApp } from "#tests/support/app/app.ts";
import { contextHeaders, postForm, postJson } from "#tests/support/app/posting.ts";
import { ana } from "#tests/support/people.ts";

const consent = "autorizacao-1";
const notice = "aviso-1";
const nextConsent = "autorizacao-proxima-1";
const nextNotice = "aviso-proxima-1";

test.each([
  ["page", consent, consent, 1_000],
  ["page", notice, null, null],
  ["page", "another", null, null],
  ["page", undefined, null, null],
  ["popup", notice, notice, null],
  ["popup", consent, null, null],
  ["unknown", consent, consent, null],
  ["page", nextConsent, nextConsent, 1_000],
  ["page", nextNotice, null, null],
  ["popup", nextNotice, nextNotice, null],
  ["popup", nextConsent, null, null],
])(
  "a sign-up from the %s with the sentence %s is stored with %s, and the lead consented at %s",
  async (...row) => {
    const [surface, wording, storedWording, consentedAt] = row;
    const { app, stored } = await setUp();
    await postJson(app, ana, contextHeaders({ surface, wording }));
    expect(await stored()).toEqual({ wordings: [storedWording], consentedAt: [consentedAt] });
  },
);

test("a visitor cannot sign up as if the operator had added them", async () => {
  const { app, database } = await setUp();
  await postJson(app, ana, contextHeaders({ surface: "operator", wording: notice }));
  const stored = await database.selectFrom("submissions").select("surface").execute();
  expect(stored).toEqual([{ surface: "unknown" }]);
});

test("a tick without the name of a sentence is no consent", async () => {
  const { app, database } = await setUp();
  const form = { ...ana, apikey: "key", surface: "page", [consentField]: "on" };
  const body = new URLSearchParams(form);
  expect((await app.request(addContactPath, { method: "POST", body })).status).toBe(422);
  expect(await database.selectFrom("submissions").select("id").execute()).toEqual([]);
});

const allowed = "https://page.example";
const foreign = "https://evil.example";

test.each([
  ["same-origin", null, consent],
  ["same-origin", "null", consent],
  ["none", null, consent],
  [null, null, consent],
  [null, allowed, consent],
  ["cross-site", allowed, consent],
  ["cross-site", foreign, null],
  ["cross-site", null, null],
  ["cross-site", "null", null],
  ["same-site", "https://other.page.example", null],
  ["same-site", null, null],
  [null, foreign, null],
  [null, "null", null],
])(
  "a sign-up with Sec-Fetch-Site %s and Origin %s is stored with the consent %s",
  async (...row) => {
    const [site, origin, storedWording] = row;
    const { app, stored } = await setUp({ allowedOrigins: [allowed] });
    const headers = { ...(site && { "sec-fetch-site": site }), ...(origin && { origin }) };
    const ticked = await postForm(
      app,
      { ...ana, surface: "page", [consentField]: consent },
      headers,
    );
    const notified = await postForm(app, { ...ana, surface: "popup", wording: notice }, headers);
    expect([ticked.status, notified.status]).toEqual([303, 303]);
    expect(await stored()).toEqual({
      wordings: [storedWording, storedWording && notice],
      consentedAt: [storedWording && 1_000],
    });
  },
);

test.each([
  [true, consent, 1_000],
  [false, null, null],
])(
  "when inPageFormSends is %s, the consent in the page's form is stored as %s, with and without script",
  async (...row) => {
    const [pageFormSends, storedWording, consentedAt] = row;
    const { app, stored } = await setUp({ pageFormSends });
    await postForm(app, { ...ana, surface: "page", [consentField]: consent });
    await postJson(app, ana, contextHeaders({ surface: "page", wording: consent }));
    await postJson(app, ana, contextHeaders({ surface: "popup", wording: notice }));
    expect(await stored()).toEqual({
      wordings: [storedWording, storedWording, notice],
      consentedAt: [consentedAt],
    });
  },
);

async function setUp(special: Partial<AppDeps> = {}) {
  const { app, database } = await openApp(special);
  const stored = async () => {
    await deriveLeads(database, 2_000);
    const submissions = await database
      .selectFrom("submissions")
      .select("wording")
      .orderBy("id")
      .execute();
    const leads = await database.selectFrom("leads").select("consented_at").execute();
    return {
      wordings: submissions.map(({ wording }) => wording),
      consentedAt: leads.map(({ consented_at }) => consented_at),
    };
  };
  return { app, database, stored };
}
