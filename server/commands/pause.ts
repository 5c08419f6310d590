import { pause as phrases } from "#phrases/commands/pause.ts";
import { pauseDeliveries, readCircuit } from "#server/store/courier/circuit.ts";
import { type Command, done } from "./command-line/command.ts";
import { printDeliveries } from "./printing/describe-circuit.ts";

export const pause: Command = {
  needs: "database",
  usage: "",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: {},
  async run(io) {
    const { database, databaseClock, write } = io;
    const now = await databaseClock(database);
    const { pausedAt } = await readCircuit(database);
    await pauseDeliveries(database, pausedAt ?? now);
    await write(`${phrases.paused}\n`);
    await printDeliveries(io, now);
    return done;
  },
};
