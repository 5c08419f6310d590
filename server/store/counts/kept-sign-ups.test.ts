import { expect, test } from "vitest";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { releaseHeld } from "#server/store/submissions/held-submissions.ts";
import type { Submission } from "#server/store/submissions/submissions.ts";
import type { Database } from "#server/store/tables.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { readMinutes, readSteps, readStepTotals, sumMinutes } from "./read-counts.ts";

const first = 400_000 * hourMs;
const always = { since: 0, to: 2 * first };
const fromInstagram = JSON.stringify({ last: { utm_source: "instagram", utm_term: "canary" } });

test.each(engines)(
  "on %s a kept sign-up is counted once, by its hour, its minute, its source and its form",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const receivedAt = first + 2 * minuteMs + 30_000;
    await signUp(database, { receivedAt, source: fromInstagram });
    await signUp(database, { receivedAt: receivedAt + hourMs, surface: "page" });
    await signUp(database, { receivedAt, surface: "operator", lead: named("bia") });
    for (let again = 0; again < 3; again += 1) await deriveLeads(database, first + again);
    const kept = { step: "kept", count: 1 };
    expect(await readSteps(database, { since: first, to: first + hourMs })).toEqual([
      { ...kept, source: "direct", surface: "none" },
      { ...kept, source: "instagram", surface: "popup" },
    ]);
    expect(await readMinutes(database, always)).toEqual([
      { minute: first + 2 * minuteMs, views: 0, signUps: 2, newPeople: 2 },
      { minute: first + hourMs + 2 * minuteMs, views: 0, signUps: 1, newPeople: 0 },
    ]);
    expect(await total(database)).toEqual({ signUps: 3, newPeople: 2 });
  },
);

test.each(engines)(
  "on %s a held sign-up is counted in its own hour, when it is released",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await signUp(database, { receivedAt: first, flag: "honeypot" });
    await deriveLeads(database, first + hourMs);
    expect(await total(database)).toEqual({ signUps: 0, newPeople: 0 });
    await releaseHeld(database, ana.email, first + hourMs);
    await deriveLeads(database, first + 2 * hourMs);
    expect(await total(database)).toEqual({ signUps: 1, newPeople: 1 });
    expect(await readMinutes(database, always)).toMatchObject([{ minute: first }]);
  },
);

test.each(engines)(
  "on %s eight processes that derive at once count each sign-up and each person once",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    for (let index = 0; index < 250; index += 1) {
      const lead = named(`ana${index % 50}`);
      const surface = index % 2 ? "page" : "popup";
      await signUp(database, { receivedAt: first + index * minuteMs, lead, surface });
    }
    await Promise.all(Array.from({ length: 8 }, () => deriveLeads(database, first)));
    expect(await total(database)).toEqual({ signUps: 250, newPeople: 50 });
    expect(await sumMinutes(database, always)).toEqual({ views: 0, signUps: 250, newPeople: 50 });
  },
);

test.each(engines)(
  "on %s sign-ups whose derivation fails at its end are not counted, and counted once later",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await signUp(database, { receivedAt: first });
    await database.schema.alterTable("minute_counts").renameTo("elsewhere").execute();
    await expect(deriveLeads(database, first)).rejects.toThrow("minute_counts");
    await database.schema.alterTable("elsewhere").renameTo("minute_counts").execute();
    expect(await total(database)).toEqual({ signUps: 0, newPeople: 0 });
    await deriveLeads(database, first);
    expect(await total(database)).toEqual({ signUps: 1, newPeople: 1 });
  },
);

test.each(engines)(
  "on %s a source that cannot be read does not keep the lead from being derived",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await signUp(database, { receivedAt: first, source: "{" });
    expect(await deriveLeads(database, first)).toBe(1);
    expect(await readStepTotals(database)).toMatchObject([{ source: "other" }]);
  },
);

test.each(engines)("on %s no text of a sign-up is among the counts", async (engine) => {
  const database = await temporaryDatabase(engine);
  const lead = { name: "Canary Name", email: "canary@example.com", whatsapp: "canary 5551" };
  const source = JSON.stringify({ first: { utm_source: "canary" }, last: { gclid: "canary" } });
  await signUp(database, { lead, source, cta: "canary", userAgent: "canary", ip: "canary" });
  await deriveLeads(database, first);
  for (const table of ["visit_counts", "step_totals", "minute_counts", "page_health"] as const) {
    const rows = await database.selectFrom(table).selectAll().execute();
    expect(rows).toHaveLength(table === "page_health" ? 0 : 1);
    expect(JSON.stringify(rows)).not.toMatch(/canary/i);
  }
});

function signUp(database: Database, special: Partial<Submission>): Promise<void> {
  return appendSubmission(database, { lead: ana, surface: "popup", receivedAt: first, ...special });
}

function named(name: string): typeof ana {
  return { ...ana, name, email: `${name}@example.com` };
}

async function total(database: Database) {
  const rows = await readStepTotals(database);
  return {
    signUps: rows.reduce((sum, { count }) => sum + count, 0),
    newPeople: rows.reduce((sum, { newPeople }) => sum + newPeople, 0),
  };
}
