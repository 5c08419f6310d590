import { sql } from "kysely";
import { minuteMs } from "#event/time-zone.ts";
import { sourceName } from "#lead/visit-source.ts";
import type { Database, Surface, Tables, Writing } from "./schema.ts";
import { readVisits } from "./submissions.ts";

type Row = Tables["counts"];

/** What happened in this minute; any moment of it will do. It happened once, unless `n` says how often. */
export type Count = Pick<Row, "minute" | "step" | "source"> & Partial<Row>;

/** Counts that are added up in memory: one row for each row of the store, however often it is counted. */
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

/** The most rows in one insert: the statement for each number of rows is kept. */
const maxRows = 100;

/** Adds counts to the stored ones. No other table may be written after them in the same transaction. */
export async function addCounts(writing: Writing, counts: Iterable<Count>): Promise<void> {
  const sums: Sums = new Map();
  addTo(sums, counts);
  // In the same order in every process: otherwise, in Postgres, two could each wait for a row of the other.
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

/** Adds the minutes before this moment up in the rows without a time. Of several servers one takes each row away. */
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
  /** Where the visit came from, as JSON. */
  source: string | null;
  /** 1, or -1 for a sign-up that was counted and will be derived again. */
  n: number;
  /** 1 if it is the person's first sign-up. */
  people: number;
};

/** Counts sign-ups of which leads are derived: in the minute in which each was received, and again by its campaign. */
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

/** What the link of a visit said of its campaign. */
export type Campaign = Pick<Row, "campaign" | "content">;

/** Stands for all texts that are not kept. */
export const otherText = "*";
const others: Campaign = { campaign: otherText, content: "" };

/** Any visitor can write anything into a link: beyond so many campaigns, new ones count together. */
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

/** Undefined if the link named no campaign. */
export function campaignOf({ first, last }: ReturnType<typeof readVisits>): Campaign | undefined {
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
