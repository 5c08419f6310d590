import { expect, test } from "vitest";
import { hourMs } from "#event/time-zone.ts";
import { readMinutes, readStepTotals } from "#server/store/counts/read-counts.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { appendSubmissions } from "#server/store/submissions/submissions.ts";
import type { Database } from "#server/store/tables.ts";
import { ana } from "#tests/support/people.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { countEarlierSignUps } from "./earlier-sign-ups.ts";

const first = 400_000 * hourMs;

test.each(engines)(
  "on %s an update counts the sign-ups of earlier versions as this version counts its own",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await signUpOften(database, 2_100);
    await deriveLeads(database, first);
    const counted = await allCounts(database);
    for (const table of ["visit_counts", "step_totals", "minute_counts"] as const)
      await database.deleteFrom(table).execute();
    await signUpOften(database, 10);
    await countEarlierSignUps(database);
    expect(await allCounts(database)).toEqual(counted);
    expect(counted.totals.reduce((sum, { newPeople }) => sum + newPeople, 0)).toBe(700);
  },
);

/** Three sign-ups of each person, in different hours and from different sources, and some that are held. */
async function signUpOften(database: Database, times: number): Promise<void> {
  const submissions = Array.from({ length: times }, (_, index) => ({
    lead: { ...ana, email: `ana${index % 700}@example.com` },
    surface: index % 2 ? ("page" as const) : ("popup" as const),
    receivedAt: first + (index % 11) * 20 * 60_000,
    source: index % 3 ? JSON.stringify({ last: { utm_source: "instagram" } }) : undefined,
  }));
  for (let start = 0; start < times; start += 500)
    await appendSubmissions(database, submissions.slice(start, start + 500));
  const held = { lead: { ...ana, email: "held@example.com" }, flag: "honeypot" as const };
  await appendSubmissions(database, [{ ...held, surface: "popup", receivedAt: first }]);
}

async function allCounts(database: Database) {
  const span = { since: 0, to: 2 * first };
  const hours = await database.selectFrom("visit_counts").selectAll().execute();
  return {
    totals: (await readStepTotals(database)).toSorted(byText),
    hours: hours.toSorted(byText),
    minutes: await readMinutes(database, span),
  };
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
