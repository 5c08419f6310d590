import { pauseDeliveries, readCircuit } from "#server/storage/courier/circuit.ts";
import { type Command, done } from "./command-line/command.ts";
import { describeCircuit, printWaiting } from "./printing/describe-circuit.ts";

export const pause: Command = {
  needs: "database",
  usage: "",
  summary: "sends nothing more to ActiveCampaign until resume",
  details: [
    "Visitors can still sign up, and every lead is stored. A request to ActiveCampaign that has begun is finished.",
    "The pause holds for all servers, and also after a restart.",
  ],
  operands: { min: 0, max: 0 },
  options: {},
  async run(io) {
    const { database, databaseClock, write } = io;
    const now = await databaseClock(database);
    const { pausedAt } = await readCircuit(database);
    await pauseDeliveries(database, pausedAt ?? now);
    await write("Nothing is sent to ActiveCampaign now. New leads are stored until you resume.\n");
    for (const line of describeCircuit(await readCircuit(database), now)) await write(`${line}\n`);
    await printWaiting(io);
    return done;
  },
};
