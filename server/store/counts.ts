import { sql } from "kysely";
import { minuteMs } from "#event/time-zone.ts";
import { sourceName } from "#lead/visit-source.ts";
import type { Database, Surface, Tables, Writing } from "./schema.ts";
import { readVisits } from "./submissions.ts";

type Row = Tables["counts"];

/**
 * A step that happened in a minute; `minute` may be any time in this minute. The step happened once, unless `n` says
 * how often.
 */
export type Count = Pick<Row, "minute" | "step" | "source"> & Partial<Row>;

/** Counts that are added up in memory: one entry for each row of the table `counts`, however often its step happens. */
export type Sums = Map<string, Row>;

export function addTo(sums: Sums, counts: Iterable<Count>): void {
  for (const { minute, step, source, n = 1, people = 0, ...rest } of counts) {
    const { surface = "none", campaign = "", content = "" } = rest;
    const begins = minute - (minute % minuteMs);
    const kind = { minute: begins, step, source, surface, campaign, content };
    const key = Object.values(kind).join("\n");
    const before = sums.get(key) ?? { n: 0, people: 0 };
    sums.set(key, { ...kind, n: before.n + n, people: before.people + people });
  }
}

/** The most rows in one insert, because a prepared statement is kept for each number of rows. */
const maxRows = 100;

/**
 * Adds counts to the stored counts. Call this as late as possible in a transaction: the rows of `counts` stay locked
 * until its end, and other processes wait for them.
 */
export async function addCounts(writing: Writing, counts: Iterable<Count>): Promise<void> {
  const sums: Sums = new Map();
  addTo(sums, counts);
  // Every process writes the rows in the same order: otherwise, in Postgres, two processes could block each other.
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  for (let start = 0; start < rows.length; start += maxRows)
    await writing
      .insertInto("counts")
      .values(rows.slice(start, start + maxRows))
      .onConflict((conflict) =>
        conflict
          .columns(["minute", "step", "source", "surface", "campaign", "content"])
          .doUpdateSet({
            n: sql`counts.n + excluded.n`,
            people: sql`counts.people + excluded.people`,
          }),
      )
      .execute();
}

/**
 * Adds the counts of all minutes before `until` to the rows without a time. If several servers do this, each row is
 * taken by one server only.
 */
export function foldOldCounts(database: Database, until: number): Promise<void> {
  return database.transaction().execute(async (writing) => {
    const old = writing.deleteFrom("counts").where("minute", ">", 0).where("minute", "<", until);
    const rows = await old.returningAll().execute();
    await addCounts(
      writing,
      rows.map((row) => ({ ...row, minute: 0 })),
    );
  });
}

export type KeptSignUp = {
  receivedAt: number;
  surface: Surface;
  /** The sources of the visitor's first and last visit, as JSON. */
  source: string | null;
  /** 1; or -1 for a sign-up that was counted before and will be derived and counted again. */
  n: number;
  /** 1 if the sign-up is the person's first one. */
  people: number;
};

/**
 * Counts sign-ups from which leads are derived: once in the minute in which the sign-up was received, and once by its
 * campaign.
 */
export async function addKept(writing: Writing, signUps: readonly KeptSignUp[]): Promise<void> {
  const counts: Count[] = [];
  const byCampaign: (Count & Campaign)[] = [];
  for (const { receivedAt, surface, source, n, people } of signUps) {
    const visits = readVisits(source);
    const form = surface === "popup" || surface === "page" ? surface : "none";
    const kind = { step: "kept", source: sourceName(visits), surface: form, n, people } as const;
    const campaign = campaignOf(visits);
    counts.push({ ...kind, minute: receivedAt });
    if (campaign !== undefined) byCampaign.push({ ...kind, minute: 0, ...campaign });
  }
  await addCounts(writing, [...counts, ...(await withinLimit(writing, byCampaign))]);
}

/** The campaign that the link of a visit named. */
export type Campaign = Pick<Row, "campaign" | "content">;

/** Stored instead of every campaign name that is not kept. */
export const otherText = "*";
const others: Campaign = { campaign: otherText, content: "" };

/**
 * The most campaigns with a count of their own. Further campaigns are counted together, because any visitor can write
 * anything into a link.
 */
const maxCampaigns = 200;

async function withinLimit(
  database: Database,
  counts: readonly (Count & Campaign)[],
): Promise<Count[]> {
  if (counts.length === 0) return [];
  const stored = database.selectFrom("counts").select(["campaign", "content"]).distinct();
  const rows = await stored.where("minute", "=", 0).where("campaign", "<>", "").execute();
  const known = new Set(rows.map(keyOf));
  return counts.map((count) => {
    if (!known.has(keyOf(count)) && known.size >= maxCampaigns) return { ...count, ...others };
    known.add(keyOf(count));
    return count;
  });
}

function keyOf({ campaign, content }: Campaign): string {
  return `${campaign}\n${content}`;
}

/** Returns the campaign that the link of the newest visit named; undefined if it named none. */
export function campaignOf({ first, last }: ReturnType<typeof readVisits>): Campaign | undefined {
  const { utm_campaign: campaign, utm_content: content = "" } = last ?? first ?? {};
  if (!campaign) return undefined;
  const isKept = isHarmless(campaign) && (content === "" || isHarmless(content));
  return isKept ? { campaign, content } : others;
}

/**
 * The texts that are kept: letters, digits and the signs between them; no dot and no @, so no e-mail and no web
 * address.
 */
const plainText = /^[\p{L}\p{M}\p{N} _|:+,()[\]&-]{1,60}$/u;
/** A text that may be a phone number: nine digits or more (a date has eight), with any signs between them. */
const phone = /(?:\p{N}[^\p{L}\p{N}]*){9}/u;

function isHarmless(text: string): boolean {
  return plainText.test(text) && !phone.test(text);
}
