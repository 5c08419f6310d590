import { pauseDeliveries, readCircuit } from "#server/storage/courier/circuit.ts";
import { type Command, done } from "./command-line/command.ts";
import { describeCircuit, tellWaiting } from "./printing/describe-circuit.ts";

export const pause: Command = {
  reaches: "database",
  usage: "",
  summary: "sends nothing more to ActiveCampaign, until resume",
  details: [
    "Signing up goes on, and every lead is kept. What is being sent just now is brought to its end.",
    "It holds for all processes, also over a restart.",
  ],
  operands: { least: 0, most: 0 },
  options: {},
  async run(world) {
    const { database, databaseClock, write } = world;
    const now = await databaseClock(database);
    const { pausedAt } = await readCircuit(database);
    await pauseDeliveries(database, pausedAt ?? now);
    await write("Nothing more is sent to ActiveCampaign. Leads are kept meanwhile.\n");
    for (const line of describeCircuit(await readCircuit(database), now)) await write(`${line}\n`);
    await tellWaiting(world);
    return done;
  },
};
