import { expect, test } from "vitest";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { readCampaigns, readCounts, readMinutes } from "#server/figures/figures.ts";
import { campaignOf } from "#server/store/counts.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { erasePerson, reapplyErasures } from "#server/store/erasure.ts";
import type { Database } from "#server/store/schema.ts";
import { releaseHeld, type Submission } from "#server/store/submissions.ts";
import { ana } from "#tests/support/people.ts";
import { addToCounts } from "#tests/support/store/add-to-counts.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";

const first = 400_000 * hourMs;
const second = first + hourMs;
const view = { minute: first, step: "view", source: "instagram", surface: "none", n: 2 } as const;
const kept = { ...view, step: "kept", surface: "popup", n: 1, people: 1 } as const;

test.each(engines)("on %s counts of the same minute and kind are added up", async (engine) => {
  const database = await temporaryDatabase(engine);
  const later = { ...view, minute: first + minuteMs };
  await addToCounts(database, [view, kept, { ...view, minute: first + minuteMs - 1 }]);
  await addToCounts(database, [later, view, { ...kept, people: 0 }]);
  const added = [
    { ...kept, n: 2 },
    { ...view, n: 6, people: 0 },
  ];
  const all = [...added, { ...later, people: 0 }];
  expect(await sorted(readMinutes(database, first))).toEqual(all);
  expect(await sorted(readCounts(database, 0))).toEqual(all);
  const before = added.map((one) => ({ ...one, minute: 0 }));
  expect(await sorted(readCounts(database, first + minuteMs))).toEqual([...before, all[2]]);
});

test.each(engines)("on %s processes that add in other orders lose nothing", async (engine) => {
  const database = await temporaryDatabase(engine);
  const counts = Array.from({ length: 50 }, (_, index) => ({ ...view, minute: index * minuteMs }));
  const addTenTimes = async (order: typeof counts) => {
    for (let time = 0; time < 10; time += 1) await addToCounts(database, order);
  };
  await Promise.all([counts, counts.toReversed(), counts, counts.toReversed()].map(addTenTimes));
  expect(await readCounts(database, second)).toMatchObject([{ n: 50 * 4 * 10 * 2 }]);
});

test.each(engines)(
  "on %s a kept sign-up counts once, in its minute, by source and form",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const receivedAt = first + 2 * minuteMs + 30_000;
    const source = JSON.stringify({ last: { utm_source: "instagram", utm_term: "canary" } });
    await signUp(database, { receivedAt, source });
    await signUp(database, { receivedAt: receivedAt + hourMs, surface: "page" });
    await signUp(database, { receivedAt, surface: "operator", lead: named("bia") });
    for (let again = 0; again < 3; again += 1) await deriveLeads(database, first + again);
    const [here, direct] = [{ ...kept, minute: first + 2 * minuteMs }, { source: "direct" }];
    expect(await sorted(readCounts(database, 0))).toEqual([
      { ...here, ...direct, surface: "none" },
      here,
      { ...here, ...direct, minute: second + 2 * minuteMs, surface: "page", people: 0 },
    ]);
  },
);

const visitOf = (utm_campaign: string, utm_content?: string) =>
  JSON.stringify({ last: { utm_source: "email", utm_campaign, utm_content } });

test.each(engines)("on %s sign-ups count by campaign, but not twice", async (engine) => {
  const database = await temporaryDatabase(engine);
  await signUp(database, { source: visitOf("lista", "story 1") });
  await signUp(database, { source: visitOf("lista", "story 1"), surface: "page" });
  await signUp(database, { source: visitOf("lista"), lead: named("caio") });
  await signUp(database, { lead: named("davi") });
  await deriveLeads(database, first);
  expect(await readCampaigns(database)).toEqual([
    { campaign: "lista", content: "story 1", signUps: 2 },
    { campaign: "lista", content: "", signUps: 1 },
  ]);
  expect(await keptTotals(database)).toEqual({ signUps: 4, people: 3 });
});

test("beyond 200 campaigns new ones count together", async () => {
  const database = await temporaryDatabase("sqlite");
  for (let n = 0; n < 203; n += 1)
    await signUp(database, { source: visitOf(`c${n}`), lead: named(`p${n}`) });
  await signUp(database, { source: visitOf("c0"), lead: named("again") });
  await deriveLeads(database, first);
  const rows = database.selectFrom("counts").select("campaign").where("campaign", "<>", "");
  expect(await rows.execute()).toHaveLength(201);
  expect((await readCampaigns(database)).slice(0, 3)).toEqual([
    { campaign: "*", content: "", signUps: 3 },
    { campaign: "c0", content: "", signUps: 2 },
    { campaign: "c1", content: "", signUps: 1 },
  ]);
});

test.each([
  ["black-2026-11-11", "black-2026-11-11"],
  ["[LEADS] Frio | Story 3", "[LEADS] Frio | Story 3"],
  ["ana@example.com", "*"],
  ["ana.example.com", "*"],
  ["ana%40example.com", "*"],
  ["(11) 98765-4321", "*"],
  ["lead 11987654321", "*"],
  ["11 9 8 7 6 5 4 3 2", "*"],
  ["<b>", "*"],
  ["x".repeat(61), "*"],
])("the campaign %j is kept as %j", (campaign, kept) => {
  const others = { campaign: "*", content: "" };
  const alone = { utm_campaign: campaign };
  expect(campaignOf({ first: undefined, last: alone })).toEqual({ campaign: kept, content: "" });
  const content = campaignOf({
    first: alone,
    last: { utm_campaign: "lista", utm_content: campaign },
  });
  expect(content).toEqual(kept === "*" ? others : { campaign: "lista", content: kept });
});

test("a held sign-up counts in its minute once released", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, { flag: "honeypot" });
  await deriveLeads(database, second);
  expect(await readCounts(database, 0)).toEqual([]);
  await releaseHeld(database, { email: ana.email }, second);
  await deriveLeads(database, second + hourMs);
  expect(await readCounts(database, 0)).toEqual([{ ...kept, source: "direct" }]);
});

test.each(engines)("on %s eight processes that derive at once count each once", async (engine) => {
  const database = await temporaryDatabase(engine);
  for (let index = 0; index < 100; index += 1) {
    const lead = named(`ana${index % 50}`);
    const surface = index % 2 ? "page" : "popup";
    const source = visitOf(`c${index % 7}`);
    await signUp(database, { receivedAt: first + index * minuteMs, lead, surface, source });
  }
  await Promise.all(Array.from({ length: 8 }, () => deriveLeads(database, first)));
  expect(await keptTotals(database)).toEqual({ signUps: 100, people: 50 });
  const campaigns = await readCampaigns(database);
  expect(campaigns.reduce((sum, { signUps }) => sum + signUps, 0)).toBe(100);
});

test("sign-ups whose derivation fails count once, later", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, {});
  await database.schema.alterTable("counts").renameTo("elsewhere").execute();
  await expect(deriveLeads(database, first)).rejects.toThrow("counts");
  await database.schema.alterTable("elsewhere").renameTo("counts").execute();
  await deriveLeads(database, first);
  expect(await keptTotals(database)).toEqual({ signUps: 1, people: 1 });
});

test("an erasure leaves the counts as they are", async () => {
  const database = await temporaryDatabase("sqlite");
  await addToCounts(database, [view]);
  await signUp(database, { source: visitOf("lista") });
  await deriveLeads(database, first);
  const rows = () => sorted(database.selectFrom("counts").selectAll().execute());
  const before = await rows();
  // No lead was derived from this sign-up before the erasure.
  await signUp(database, { receivedAt: first + 1 });
  await erasePerson(database, ana.email, second);
  await deriveLeads(database, second);
  expect(before).toHaveLength(3);
  expect(await rows()).toEqual(before);
});

test("erasing again after a restore counts no one twice", async () => {
  const database = await temporaryDatabase("sqlite");
  await erasePerson(database, ana.email, second);
  // A restored copy brings the erased sign-up back; the later sign-up was made after the erasure.
  await signUp(database, {});
  await signUp(database, { receivedAt: second + hourMs, source: visitOf("lista") });
  await deriveLeads(database, second);
  expect(await keptTotals(database)).toEqual({ signUps: 2, people: 1 });
  expect(await reapplyErasures(database)).toBe(1);
  await deriveLeads(database, second + hourMs);
  // After an erasure, the same person counts as a new person.
  expect(await keptTotals(database)).toEqual({ signUps: 2, people: 2 });
  expect(await readCampaigns(database)).toMatchObject([{ signUps: 1 }]);
});

/** The sign-ups that were kept, and the people who signed up for the first time. */
async function keptTotals(database: Database) {
  const counts = await readCounts(database, 0);
  const sum = (column: "n" | "people") => counts.reduce((all, row) => all + row[column], 0);
  return { signUps: sum("n"), people: sum("people") };
}

function signUp(database: Database, special: Partial<Submission>): Promise<void> {
  return appendSubmission(database, { lead: ana, surface: "popup", receivedAt: first, ...special });
}

function named(name: string): typeof ana {
  return { ...ana, name, email: `${name}@example.com` };
}

/** Sorts rows by minute, then by step and surface. */
async function sorted<Row extends { minute: number; step: string; surface: string }>(
  rows: Promise<Row[]>,
): Promise<Row[]> {
  const textOf = ({ minute, step, surface }: Row) => `${minute} ${step} ${surface}`;
  return (await rows).toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}
