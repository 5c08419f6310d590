import { nowPath } from "#event/now-answer.ts";
import { type Phase, phases } from "#event/phase.ts";
import type { FakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { rehearse as phrases } from "#phrases/commands/rehearse.ts";
import type { CommandIo } from "#server/commands/command-line/command.ts";
import { formatCount, isoTime } from "#server/commands/printing/text.ts";
import { type FollowedSignUp, signUpsAfter } from "#server/store/deliveries/delivered.ts";
import type { Database } from "#server/store/tables.ts";
import { isMadeUp, type Sent } from "./made-up-people.ts";
import { type Play, uninterrupted } from "./play.ts";

export type Watched = {
  url: string;
  database: Database;
  fake: FakeActiveCampaign;
  play: Play;
  sent: Sent;
  /** The newest submission before the play. */
  newestBefore: number;
  /** The phases that the server has announced so far, in order. */
  seen: Phase[];
};

/** What has arrived: by the store, and for a delivery also by the fake ActiveCampaign. */
export type Tally = {
  stored: FollowedSignUp[];
  delivered: FollowedSignUp[];
  others: number;
};

const lookEveryMs = 250;
/** How often the figures are printed at most during the play. */
const maxPrints = 20;
/** How long the last deliveries may take after the play. */
const graceMs = 30_000;

/** Prints each phase when the server announces it, and the figures now and then. Resolves after the play. */
export async function watchPlay(io: CommandIo, watched: Watched): Promise<Tally> {
  const { play, sent } = watched;
  const printEveryMs = (play.over - play.preparedAt) / maxPrints;
  let printed = { at: io.clock(), text: "" };
  let isLate = false;
  for (;;) {
    await notePhase(io, watched);
    const tally = await countArrived(watched);
    const now = io.clock();
    const text = describeCounts(sent, tally);
    if (text !== printed.text && now - printed.at >= printEveryMs) {
      if (sent.sent > 0) await say(io, text);
      printed = { at: now, text };
    }
    const isComplete = tally.delivered.length >= sent.accepted && sent.waiting === 0;
    if (now >= play.over && (isComplete || now >= play.over + graceMs)) return tally;
    if (now >= play.over && !isLate) await say(io, phrases.waitingForDeliveries);
    isLate = now >= play.over;
    await io.sleep(lookEveryMs, uninterrupted);
  }
}

async function notePhase(io: CommandIo, { url, seen }: Watched): Promise<void> {
  const phase = await askPhase(io, url);
  if (phase === undefined || phase === seen.at(-1)) return;
  seen.push(phase);
  await say(io, phrases.phase(phase));
}

/** Asks the server as an open tab does; undefined if it gives no answer. */
async function askPhase({ fetch }: CommandIo, url: string): Promise<Phase | undefined> {
  const answer = await fetch(`${url}${nowPath}`).catch(() => undefined);
  const body: unknown = await answer?.json().catch(() => undefined);
  if (typeof body !== "object" || body === null || !("phase" in body)) return undefined;
  return phases.find((phase) => phase === body.phase);
}

async function countArrived({ database, fake, newestBefore }: Watched): Promise<Tally> {
  const signUps = await signUpsAfter(database, newestBefore);
  const arrived = new Set(fake.contacts.map(({ email }) => email));
  const stored = signUps.filter(({ email }) => isMadeUp(email));
  const delivered = stored.filter((one) => one.deliveredAt !== null && arrived.has(one.email));
  return { stored, delivered, others: signUps.length - stored.length };
}

export function describeCounts({ sent, waiting }: Sent, { stored, delivered }: Tally): string {
  const counts = phrases.counts({
    sent: formatCount(sent),
    stored: formatCount(stored.length),
    delivered: formatCount(delivered.length),
  });
  return waiting === 0 ? counts : `${counts} ${phrases.waiting(formatCount(waiting))}`;
}

/** The hour in the launch's time zone: `20:00:05`. */
export function hourOf(ms: number): string {
  return isoTime(ms).slice("2026-11-11T".length, "2026-11-11T20:00:05".length);
}

async function say({ clock, write }: CommandIo, text: string): Promise<void> {
  await write(`${phrases.at(hourOf(clock()), text)}\n`);
}
