import { nowPath, type Phase, phases } from "#event/phase.ts";
import type { FakeActiveCampaign } from "#fake-active-campaign/start.ts";
import {
  type CommandLineIo,
  type CommandOutcome,
  done,
  failed,
} from "#server/command-line/command.ts";
import { formatCount, formatDecimal, isoTime } from "#server/command-line/text.ts";
import { readEvent } from "#server/event/choices.ts";
import { describePhase } from "#server/event/describe.ts";
import { type FollowedSignUp, signUpsAfter } from "#server/store/deliveries/progress.ts";
import type { Database } from "#server/store/row-types.ts";
import { isMadeUp, type Play, type Sent, wait } from "./play.ts";

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
export async function watchPlay(io: CommandLineIo, watched: Watched): Promise<Tally> {
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
    const isComplete = tally.delivered.length >= sent.accepted;
    if (now >= play.over && (isComplete || now >= play.over + graceMs)) return tally;
    if (now >= play.over && !isLate)
      await say(io, "O tempo do ensaio acabou. As últimas entregas ainda chegam.");
    isLate = now >= play.over;
    await wait(io, lookEveryMs);
  }
}

async function notePhase(io: CommandLineIo, { url, seen }: Watched): Promise<void> {
  const phase = await askPhase(io, url);
  if (phase === undefined || phase === seen.at(-1)) return;
  seen.push(phase);
  await say(io, describePhase(phase));
}

/** Asks the server as an open tab does; undefined if it gives no answer. */
async function askPhase({ fetch }: CommandLineIo, url: string): Promise<Phase | undefined> {
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

function describeCounts({ sent }: Sent, { stored, delivered }: Tally): string {
  const [sentCount, storedCount, deliveredCount] = [sent, stored.length, delivered.length].map(
    formatCount,
  );
  return `Inscrições enviadas: ${sentCount}. Guardadas: ${storedCount}. Entregues: ${deliveredCount}.`;
}

/** The hour in the launch's time zone: `20:00:05`. */
export function hourOf(ms: number): string {
  return isoTime(ms).slice("2026-11-11T".length, "2026-11-11T20:00:05".length);
}

async function say({ clock, write }: CommandLineIo, text: string): Promise<void> {
  await write(`${hourOf(clock())}  ${text}\n`);
}

/** Prints what has become of all sign-ups. Fails if one of them is missing, or if the server left out a phase. */
export async function concludePlay(
  { write }: CommandLineIo,
  watched: Watched,
  tally: Tally,
): Promise<CommandOutcome> {
  const { sent } = watched;
  const { stored, delivered, others } = tally;
  await write(`Fim do ensaio. ${describeCounts(sent, tally)}\n`);
  const lags = delivered
    .map(({ receivedAt, deliveredAt }) => (deliveredAt ?? receivedAt) - receivedAt)
    .sort((one, other) => one - other);
  const [typical, longest] = [lags[Math.floor(lags.length / 2)], lags.at(-1)];
  if (typical !== undefined && longest !== undefined)
    await write(
      `Da inscrição à entrega: ${formatDecimal(typical / 1_000)} s em geral, ${formatDecimal(longest / 1_000)} s na mais demorada.\n`,
    );
  for (const [where, count] of sent.led) await write(`${where}: ${formatCount(count)}.\n`);
  if (others > 0) await write(`Inscrições feitas na página, à mão: ${formatCount(others)}.\n`);
  const missing: string[] = [];
  const [unstored, undelivered] = [sent.sent - stored.length, sent.sent - delivered.length];
  if (unstored > 0) missing.push(`Não foram guardadas: ${formatCount(unstored)}.`);
  if (undelivered > 0) missing.push(`Não foram entregues: ${formatCount(undelivered)}.`);
  const missed = await missedPhases(watched);
  if (missed.length > 0)
    missing.push(`A página não passou por estes momentos: ${missed.join(", ")}.`);
  if (missing.length > 0) return failed(...missing);
  await write("Toda inscrição enviada foi guardada e entregue.\n");
  return done;
}

/** The phases that the server left out. After a choice by hand nothing is expected. */
async function missedPhases({ database, play, seen }: Watched): Promise<Phase[]> {
  const { override } = await readEvent(database);
  if (override?.changedAt !== play.preparedAt) return [];
  const after = play.event.replay === "none" ? "over" : "replay";
  return (["doors", "live", after] as const).filter((phase) => !seen.includes(phase));
}
