import { type Command, done } from "#server/commands/command-line/command.ts";
import { readingSince, sinceOption, timeZone } from "#server/commands/command-line/since-option.ts";
import { barChart } from "#server/commands/printing/bar-chart.ts";
import { describeCircuit } from "#server/commands/printing/describe-circuit.ts";
import { createProgress } from "#server/commands/printing/progress.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { readCircuit } from "#server/storage/courier/circuit.ts";
import { countUnsubscribed } from "#server/storage/deliveries/delivered.ts";
import { countDeliveries } from "#server/storage/deliveries/deliveries.ts";
import { submissionStatsPages } from "#server/storage/submissions/submission-stats.ts";
import type { Database, DeliveryState } from "#server/storage/tables.ts";
import { addTo, createTally, hourRows, others, type Tally } from "./tally.ts";

const maxSources = 20;

const stateLabels: ReadonlyMap<DeliveryState, string> = new Map([
  ["due", "due"],
  ["sending", "sending"],
  ["importing", "importing"],
  ["delivered", "delivered"],
  ["parked", "parked (npm run leads -- retry)"],
]);

export const stats: Command = {
  needs: "database",
  usage: "[--since <date>]",
  summary: "counts sign-ups by hour, source and surface, and deliveries by state",
  details: [
    "Without --since: the hours are the last 48, and the other counts are of all time. The source is that of the visit",
    "with the sign-up. Deliveries are always of all time. A sign-up that is held back counts only as held back.",
  ],
  operands: { min: 0, max: 0 },
  options: sinceOption,
  run: readingSince(async ({ database, clock, databaseClock, write, note }, since) => {
    const tally = createTally();
    const progress = createProgress({ note, clock }, "sign-ups counted");
    for await (const page of submissionStatsPages(database, since ?? 0)) {
      for (const signUp of page) addTo(tally, signUp);
      progress(tally.total);
    }
    await write(charts(tally, { now: clock(), since }));
    await write(`${barChart("Deliveries", await deliveryRows(database))}\n`);
    await write(heldLine(tally.held));
    await write(unsubscribedLine(await countUnsubscribed(database)));
    await write(await circuitLines(database, await databaseClock(database)));
    return done;
  }),
};

/** The states of a delivery, in the order in which a delivery goes through them. */
async function deliveryRows(database: Database): Promise<Array<[string, number]>> {
  const counted = await countDeliveries(database);
  const counts = new Map(counted.map(({ state, count }) => [state, count]));
  return [...stateLabels].flatMap(([state, label]) => {
    const count = counts.get(state);
    return count === undefined ? [] : [[label, count]];
  });
}

/** The lines that say why nothing is sent to ActiveCampaign; no lines while leads are sent. */
async function circuitLines(database: Database, now: number): Promise<string> {
  const circuit = await readCircuit(database);
  const { pausedAt, tripped, backOffUntil } = circuit;
  if (pausedAt === undefined && tripped === undefined && backOffUntil <= now) return "";
  return `${describeCircuit(circuit, now).join("\n")}\n`;
}

function charts(tally: Tally, span: { now: number; since: number | undefined }): string {
  const all = [
    `Sign-ups: ${formatCount(tally.total)}\n`,
    barChart(`By hour (${timeZone})`, hourRows(tally.hours, span)),
    barChart("By source", highestFirst(tally.sources)),
    barChart("By surface", highestFirst(tally.surfaces)),
  ];
  return `${all.join("\n")}\n`;
}

function highestFirst(counts: ReadonlyMap<string, number>): Array<[string, number]> {
  const rows = [...counts].sort(([, one], [, other]) => other - one);
  const rest = rows.slice(maxSources).reduce((sum, [, count]) => sum + count, 0);
  const shown = rows.slice(0, maxSources);
  return rest > 0 ? [...shown, [others, rest]] : shown;
}

function unsubscribedLine(count: number): string {
  return count === 0
    ? ""
    : `Had unsubscribed at ActiveCampaign, and were not subscribed again: ${formatCount(count)} (to see them: npm run leads -- list)\n`;
}

function heldLine(held: number): string {
  return `Held back: ${formatCount(held)}${held > 0 ? " (to list them: npm run leads -- release)" : ""}\n`;
}
