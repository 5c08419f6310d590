import {
  endBackOff,
  pauseDeliveries,
  probeNow,
  readCircuit,
} from "#server/storage/courier/circuit.ts";
import { type Command, done } from "./command-line/command.ts";
import { describeCircuit, tellWaiting } from "./printing/describe-circuit.ts";

export const resume: Command = {
  reaches: "database",
  usage: "[--now]",
  summary: "ends a pause, and tries a closed way to ActiveCampaign at once",
  details: [
    "A way that is closed after failures is tried again by itself, at last once a minute; after you mended what",
    "was wrong, this tries it now. A silence that ActiveCampaign asked for is kept, unless you add --now.",
  ],
  operands: { least: 0, most: 0 },
  options: { now: { type: "boolean", about: "also ends a silence that ActiveCampaign asked for" } },
  async run(world, { flags }) {
    const { database, databaseClock, write } = world;
    const now = await databaseClock(database);
    await pauseDeliveries(database, null);
    // It stays closed until an answer shows that it is mended: one request is risked, not the whole backlog.
    await probeNow(database, now);
    if (flags.has("now")) await endBackOff(database);
    await write("Leads are sent to ActiveCampaign again.\n");
    for (const line of describeCircuit(await readCircuit(database), now)) await write(`${line}\n`);
    await tellWaiting(world);
    return done;
  },
};
