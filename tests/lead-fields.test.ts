import { expect, test } from "vitest";
import { type LeadField, leadFields } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { fields } from "#server/active-campaign/fields.ts";
import { createLog } from "#server/log.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import type { Database } from "#server/store/schema.ts";
import { appOver } from "./support/app/app.ts";
import { postForm, postJson } from "./support/app/posting.ts";
import { createOperatorWithActiveCampaign } from "./support/operator/operator-with-active-campaign.ts";
import { engines } from "./support/store/temporary-database.ts";

/** Values for the fields that have rules. Other fields get a value made from their name, so a new field needs no entry. */
const email = "canary@canary-domain.example";
const first: Partial<Lead> = { email, whatsapp: "+55 11 97777-3131" };
const later: Partial<Lead> = { email, whatsapp: "+55 11 97777-3232" };

/** The values that ActiveCampaign receives, for the fields whose values are converted before they are sent. */
const arrivedFirst: Partial<Lead> = { whatsapp: "+5511977773131" };
const arrivedLater: Partial<Lead> = { whatsapp: "+5511977773232" };

/** The account's own fields, for each of our fields that has no standard field in ActiveCampaign. */
const account = { fields: fields.map(({ perstag }) => perstag) };

const canary = eachField((field) => first[field] ?? `canary-${field}`);
const changed = eachField((field) => later[field] ?? `later-${field}`);

test.each(engines)(
  "on %s every field of a lead reaches the store, the operator's commands and ActiveCampaign",
  async (engine) => {
    const { run, use, deliver, fake, clock } = await createOperatorWithActiveCampaign(
      engine,
      account,
    );
    await use(async (database) => {
      const app = appOver(database, { clock: () => clock.now });
      expect((await postForm(app, canary)).status).toBe(303);
      expect(await stored(database, "submissions")).toEqual([canary]);
      await deriveLeads(database, clock.now);
      expect(await stored(database, "leads")).toEqual([canary]);
      clock.now += 1_000;
      expect((await postJson(app, changed)).status).toBe(200);
      await deriveLeads(database, clock.now);
      expect(await stored(database, "leads")).toEqual([changed]);
    });
    const { out } = await run(["access", email]);
    expect(JSON.parse(out)).toMatchObject({ lead: changed, signUps: [canary, changed] });
    for (const command of [["list"], ["find", email]])
      expect(missing(changed, (await run(command)).out), command.join()).toEqual([]);
    expect(exported((await run(["export"])).out)).toMatchObject(changed);
    await deliver();
    const [contact] = fake.contacts;
    expect(missing({ ...changed, ...arrivedLater }, JSON.stringify(contact))).toEqual([]);
  },
);

test("every field of the leads in an import arrives", async () => {
  const { use, deliver, fake, clock } = await createOperatorWithActiveCampaign("sqlite", account);
  const people = Array.from({ length: 60 }, (_, n) => ({
    ...canary,
    email: `canary-${n}@canary-domain.example`,
  }));
  await use(async (database) => {
    const app = appOver(database, { clock: () => clock.now });
    for (const person of people) await postJson(app, person);
  });
  await deliver();
  clock.now += 120_000;
  await deliver();
  expect(fake.requests.some(({ path }) => path.endsWith("/import/bulk_import"))).toBe(true);
  expect(fake.contacts).toHaveLength(60);
  for (const contact of fake.contacts) {
    const expected = { ...canary, ...arrivedFirst, email: contact.email };
    expect(missing(expected, JSON.stringify(contact))).toEqual([]);
  }
});

test("the log shows no field of a lead, neither at the top of a line nor inside an object", () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line), flushSync: () => {} });
  log.info({ ...canary, lead: canary }, "A careless line.");
  expect(lines.join()).toContain("A careless line.");
  expect(present(canary, lines.join())).toEqual([]);
});

async function stored(database: Database, table: "submissions" | "leads"): Promise<Lead[]> {
  return database.selectFrom(table).select(leadFields).execute();
}

function missing(lead: Lead, text: string): LeadField[] {
  return leadFields.filter((field) => !text.includes(lead[field]));
}

function present(lead: Lead, text: string): LeadField[] {
  return leadFields.filter((field) => text.includes(lead[field]));
}

/**
 * Reads the first row of an exported file by the names of its columns. Cells in quotes are not supported, because no
 * cell here needs quotes.
 */
function exported(csv: string): Record<string, string> {
  const [head = [], row = []] = csv
    .replace(/^\uFEFF/, "")
    .split("\r\n")
    .map((line) => line.split(","));
  return Object.fromEntries(head.map((name, at) => [name, row[at]?.replace(/^'/, "") ?? ""]));
}
