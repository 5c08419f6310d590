import { readVisits } from "#server/store/submissions/submissions.ts";
import type { Database, Tables } from "./row-types.ts";

/** What the link of a visit said of its campaign. */
export type Campaign = Pick<Tables["campaign_totals"], "campaign" | "content">;

/** Stands for all texts that are not kept. */
export const otherText = "*";

/** Any visitor can write anything into a link: beyond so many rows, new campaigns count together. */
export const maxCampaigns = 200;

/**
 * Counts sign-ups by their campaigns. At most `maxRows` campaigns have a row of their own; with 0, those that have one
 * already.
 */
export async function countCampaigns(
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
