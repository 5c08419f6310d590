import { sql } from "kysely";
import type { Step } from "#lead/page-report.ts";
import type { Database } from "#server/store/schema.ts";

export type StepCount = Awaited<ReturnType<typeof readMinutes>>[number];

/** How often each step happened in each minute since this moment, the oldest first. */
export function readMinutes(database: Database, since: number) {
  return steps(database)
    .select(["minute", "n", "people"])
    .where("minute", ">=", since)
    .orderBy("minute")
    .execute();
}

/** All counts: those since this moment by the minute, and all others together in minute 0. */
export async function readCounts(database: Database, since: number): Promise<StepCount[]> {
  const older = await steps(database)
    .select([total("n").as("n"), total("people").as("people")])
    .where("minute", "<", since)
    .groupBy(["step", "source", "surface"])
    .execute();
  return [...older.map((row) => ({ ...row, minute: 0 })), ...(await readMinutes(database, since))];
}

function steps(database: Database) {
  return database
    .selectFrom("counts")
    .select(["step", "source", "surface"])
    .where("campaign", "=", "");
}

export function timesOf(wanted: Step, counts: readonly Pick<StepCount, "step" | "n">[]): number {
  return counts.reduce((all, { step, n }) => (step === wanted ? all + n : all), 0);
}

/** How many campaigns are shown. */
const maxCampaigns = 10;

/** The campaigns that brought most sign-ups since counting began. */
export function readCampaigns(database: Database) {
  return database
    .selectFrom("counts")
    .select(["campaign", "content", total("n").as("signUps")])
    .where("minute", "=", 0)
    .where("campaign", "<>", "")
    .groupBy(["campaign", "content"])
    .orderBy("signUps", "desc")
    .orderBy("campaign")
    .orderBy("content")
    .limit(maxCampaigns)
    .execute();
}

/** The sum of a column. Postgres would give a sum of whole numbers as a text. */
function total(column: string) {
  return sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
}
