import { resume as phrases } from "#phrases/commands/pause.ts";
import { endBackOff, resumeDeliveries } from "#server/store/courier/circuit.ts";
import { type Command, done } from "./command-line/command.ts";
import { printDeliveries } from "./printing/describe-circuit.ts";

export const resume: Command = {
  needs: "database",
  usage: "[--now]",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: { now: { type: "boolean", about: phrases.now } },
  async run(io, { switches }) {
    const { database, databaseClock, write } = io;
    const now = await databaseClock(database);
    await resumeDeliveries(database, now);
    if (switches.has("now")) await endBackOff(database);
    await write(`${phrases.resumed}\n`);
    await printDeliveries(io, now);
    return done;
  },
};
