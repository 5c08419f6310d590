import { closeLane, pauseLane, readLane } from "#server/storage/lane.ts";
import { type Command, done } from "./command.ts";
import { describeLane, tellWaiting } from "./lane-state.ts";

export const resume: Command = {
  reaches: "database",
  usage: "",
  summary: "ends a pause, and tries a closed way to ActiveCampaign at once",
  details: [
    "A way that is closed after refusals is tried once a minute anyway; after you mended what was wrong,",
    "this tries it now. A silence that ActiveCampaign asked for is always kept.",
  ],
  operands: { least: 0, most: 0 },
  options: {},
  async run(world) {
    const { database, databaseClock, write } = world;
    const now = await databaseClock(database);
    await pauseLane(database, null);
    const { closed } = await readLane(database);
    // It stays closed until an answer shows that it is mended: one request is risked, not the whole backlog.
    if (closed !== undefined) await closeLane(database, { ...closed, now, probeAt: now });
    await write("Leads are sent to ActiveCampaign again.\n");
    for (const line of describeLane(await readLane(database), now)) await write(`${line}\n`);
    await tellWaiting(world);
    return done;
  },
};
