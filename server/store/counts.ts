import { sql } from "kysely";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { sourceName } from "#lead/visit-source.ts";
import { readVisits } from "#server/store/submissions/submissions.ts";
import type { Database, Surface, Tables, Writing } from "./row-types.ts";

/** What is added to the stored counts. Several entries of the same kind and time are added up. */
export type Counts = {
  steps?: readonly StepCount[];
  minutes?: readonly MinuteCount[];
  campaigns?: readonly Tables["campaign_totals"][];
};

export type StepCount = Tables["visit_counts"] & { new_people?: number };
/** A minute, and what is counted in it: the other columns are 0. */
export type MinuteCount = { minute: number } & Partial<Tables["minute_counts"]>;

/**
 * What each table adds up, and by which columns. Every process writes the tables and their rows in the same order:
 * otherwise, in Postgres, two of them could each wait for a row of the other.
 */
const tables = [
  {
    name: "visit_counts",
    of: "steps",
    keys: ["hour", "step", "source", "surface"],
    sums: ["count"],
  },
  {
    name: "step_totals",
    of: "steps",
    keys: ["step", "source", "surface"],
    sums: ["count", "new_people"],
  },
  {
    name: "minute_counts",
    of: "minutes",
    keys: ["minute"],
    sums: ["views", "sign_ups", "group_presses", "entered"],
  },
  {
    name: "campaign_totals",
    of: "campaigns",
    keys: ["campaign", "content"],
    sums: ["count"],
  },
] as const;

type Table = (typeof tables)[number];
type Row = Record<string, string | number | undefined>;

/** Counts that are added up in memory: one row for each row of the store, however often it is counted. */
export type Sums = ReadonlyMap<Table, Map<string, Row>>;

export function sumCounts(counts: Counts): Sums {
  const sums: Sums = new Map(tables.map((table) => [table, new Map()]));
  for (const [table, rows] of sums) for (const row of counts[table.of] ?? []) sum(table, rows, row);
  return sums;
}

export function addSums(sums: Sums, others: Sums): void {
  for (const [table, rows] of sums)
    for (const row of others.get(table)?.values() ?? []) sum(table, rows, row);
}

export function rowsIn(sums: Sums): number {
  return [...sums.values()].reduce((total, rows) => total + rows.size, 0);
}

function sum({ keys, sums }: Table, rows: Map<string, Row>, added: Row): void {
  const key = keys.map((column) => added[column]).join("\n");
  const before = rows.get(key);
  const row: Row = Object.fromEntries(keys.map((column) => [column, added[column]]));
  for (const column of sums)
    row[column] = Number(before?.[column] ?? 0) + Number(added[column] ?? 0);
  rows.set(key, row);
}

/** The most rows in one insert: the statement for each number of rows is kept. */
const maxRows = 100;

/** Adds counts to the stored ones. No other table may be written after them in the same transaction, for their order. */
export async function addCounts(writing: Writing, sums: Sums): Promise<void> {
  for (const [{ name, keys, sums: summed }, rows] of sums) {
    const columns = [...keys, ...summed];
    const added = summed.map((column) => `${column} = ${name}.${column} + excluded.${column}`);
    const inOrder = sorted(rows).map(
      (row) => sql`(${sql.join(columns.map((column) => row[column]))})`,
    );
    for (let start = 0; start < inOrder.length; start += maxRows) {
      const upsert = sql`
        insert into ${listed([name])} (${listed(columns)})
        values ${sql.join(inOrder.slice(start, start + maxRows))}
        on conflict (${listed(keys)}) do update set ${listed(added)}`;
      await upsert.execute(writing);
    }
  }
}

/** Names of this file, as they stand in SQL. */
function listed(names: readonly string[]) {
  return sql.raw(names.join(", "));
}

function sorted(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

export type KeptSignUp = {
  receivedAt: number;
  surface: Surface;
  /** Where the visit came from, as JSON. */
  source: string | null;
  /** Whether it is the person's first sign-up. */
  isFirst: boolean;
};

/** Counts sign-ups of which leads are derived, each in the hour and the minute in which it was received. */
export async function addKept(writing: Writing, signUps: readonly KeptSignUp[]): Promise<void> {
  const campaigns = await countCampaigns(writing, signUps, maxCampaigns);
  await addCounts(writing, sumCounts({ ...countsOfKept(signUps), campaigns }));
}

/**
 * Takes the sign-ups of an erased person out of the counts again. Counts that are too old to be stored stay away, and
 * what else the person's visits counted stays: nothing says whose it was.
 */
export async function takeOutKept(writing: Writing, signUps: readonly KeptSignUp[]): Promise<void> {
  // What has no row was counted among the others.
  const campaigns = await countCampaigns(writing, signUps, 0);
  const kept = sumCounts({ ...countsOfKept(signUps), campaigns });
  for (const [{ name, keys, sums }, rows] of kept)
    for (const row of sorted(rows)) {
      const less = sums.map((sum) => sql`${listed([sum])} = ${listed([sum])} - ${row[sum]}`);
      const same = keys.map((key) => sql`${listed([key])} = ${row[key]}`);
      const update = sql`
        update ${listed([name])} set ${sql.join(less)} where ${sql.join(same, sql` and `)}`;
      await update.execute(writing);
    }
}

function countsOfKept(signUps: readonly KeptSignUp[]): Counts {
  return {
    steps: signUps.map(({ receivedAt, surface, source, isFirst }) => ({
      hour: receivedAt - (receivedAt % hourMs),
      step: "kept",
      source: sourceName(readVisits(source)),
      surface: surface === "popup" || surface === "page" ? surface : "none",
      count: 1,
      new_people: Number(isFirst),
    })),
    minutes: signUps.map(({ receivedAt }) => ({
      minute: receivedAt - (receivedAt % minuteMs),
      sign_ups: 1,
    })),
  };
}

/** Removes the counts from before this moment. The totals of the steps stay. */
export async function removeOldCounts(database: Database, until: number): Promise<void> {
  await database.deleteFrom("visit_counts").where("hour", "<", until).execute();
  await database.deleteFrom("minute_counts").where("minute", "<", until).execute();
}

/** What the link of a visit said of its campaign. */
export type Campaign = Pick<Tables["campaign_totals"], "campaign" | "content">;

/** Stands for all texts that are not kept. */
export const otherText = "*";

/** Any visitor can write anything into a link: beyond so many rows, new campaigns count together. */
const maxCampaigns = 200;

/**
 * Counts sign-ups by their campaigns. At most `maxRows` campaigns have a row of their own; with 0, those that have one
 * already.
 */
async function countCampaigns(
  database: Database,
  signUps: readonly { source: string | null }[],
  maxRows: number,
): Promise<Tables["campaign_totals"][]> {
  const found = signUps.flatMap(({ source }) => campaignIn(source) ?? []);
  if (found.length === 0) return [];
  const stored = database.selectFrom("campaign_totals").select(["campaign", "content"]);
  const known = new Set((await stored.execute()).map(keyOf));
  return found.map((row) => {
    const key = keyOf(row);
    if (!known.has(key) && known.size >= maxRows) return { ...others, count: 1 };
    known.add(key);
    return { ...row, count: 1 };
  });
}

const others: Campaign = { campaign: otherText, content: "" };

function keyOf({ campaign, content }: Campaign): string {
  return `${campaign}\n${content}`;
}

/** Undefined if the link named no campaign. */
function campaignIn(source: string | null): Campaign | undefined {
  const { first, last } = readVisits(source);
  const { utm_campaign: campaign, utm_content: content = "" } = last ?? first ?? {};
  if (!campaign) return undefined;
  const isKept = isHarmless(campaign) && (content === "" || isHarmless(content));
  return isKept ? { campaign, content } : others;
}

/** Letters, digits and what campaigns have between them: no dot and no @, so no e-mail and no address. */
const plainText = /^[\p{L}\p{M}\p{N} _|:+,()[\]&-]{1,60}$/u;
/** More digits than a date, whatever stands between them. */
const phone = /(?:\p{N}[^\p{L}\p{N}]*){9}/u;

function isHarmless(text: string): boolean {
  return plainText.test(text) && !phone.test(text);
}
