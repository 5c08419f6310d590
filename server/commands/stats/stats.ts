import { type Command, done } from "#server/commands/command-line/command.ts";
import { barChart, grouped } from "#server/commands/printing/bar-chart.ts";
import { describeCircuit } from "#server/commands/printing/describe-circuit.ts";
import { createProgress } from "#server/commands/printing/progress.ts";
import { readingSince, sinceOption, timeZone } from "#server/commands/since.ts";
import { readCircuit } from "#server/storage/courier/circuit.ts";
import { countUnsubscribed } from "#server/storage/deliveries/delivered.ts";
import { countDeliveries } from "#server/storage/deliveries/deliveries.ts";
import { submissionStatsPages } from "#server/storage/submissions/submission-stats.ts";
import type { Database, DeliveryState } from "#server/storage/tables.ts";
import { addTo, createTally, hourRows, others, type Tally } from "./tally.ts";

const mostSources = 20;

const stateLabels: ReadonlyMap<DeliveryState, string> = new Map([
  ["due", "due"],
  ["sending", "sending"],
  ["importing", "importing"],
  ["delivered", "delivered"],
  ["parked", "parked (see: retry)"],
]);

export const stats: Command = {
  reaches: "database",
  usage: "[--since <date>]",
  summary: "how many signed up: by hour, by source, by surface, and how far they are",
  details: [
    "Without --since: the hours are the last 48, all else is of all time. The source is that of the visit in",
    "which somebody signed up. Deliveries are always all. Who is held back counts only as held back.",
  ],
  operands: { least: 0, most: 0 },
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
    await write(await laneLines(database, await databaseClock(database)));
    return done;
  }),
};

/** In the order of a delivery's life, with what is the operator's to do. */
async function deliveryRows(database: Database): Promise<Array<[string, number]>> {
  const counted = await countDeliveries(database);
  const counts = new Map(counted.map(({ state, count }) => [state, count]));
  return [...stateLabels].flatMap(([state, label]) => {
    const count = counts.get(state);
    return count === undefined ? [] : [[label, count]];
  });
}

/** Only what keeps leads from being delivered is worth a line. */
async function laneLines(database: Database, now: number): Promise<string> {
  const lane = await readCircuit(database);
  const open =
    lane.pausedAt === undefined && lane.tripped === undefined && lane.backOffUntil <= now;
  return open ? "" : `${describeCircuit(lane, now).join("\n")}\n`;
}

function charts(tally: Tally, span: { now: number; since: number | undefined }): string {
  const all = [
    `Sign-ups: ${grouped(tally.total)}\n`,
    barChart(`By hour (${timeZone})`, hourRows(tally.hours, span)),
    barChart("By source", highestFirst(tally.sources)),
    barChart("By surface", highestFirst(tally.surfaces)),
  ];
  return `${all.join("\n")}\n`;
}

function highestFirst(counts: ReadonlyMap<string, number>): Array<[string, number]> {
  const rows = [...counts].sort(([, one], [, other]) => other - one);
  const rest = rows.slice(mostSources).reduce((sum, [, count]) => sum + count, 0);
  const shown = rows.slice(0, mostSources);
  return rest > 0 ? [...shown, [others, rest]] : shown;
}

function unsubscribedLine(count: number): string {
  return count === 0
    ? ""
    : `Unsubscribed at ActiveCampaign, and left so: ${grouped(count)} (see: list)\n`;
}

function heldLine(held: number): string {
  return `Held back: ${grouped(held)}${held > 0 ? " (see: release)" : ""}\n`;
}
