import { email as emailPhrases } from "#phrases/command-line.ts";
import { release as phrases } from "#phrases/commands/release.ts";
import { flagNames } from "#phrases/sign-ups.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { findHeld, releaseHeld } from "#server/store/submissions/held-submissions.ts";
import { type Command, done, failed, misused, type WithDatabase } from "./command-line/command.ts";
import { noEmail, readEmail } from "./command-line/email-operand.ts";
import { personCells } from "./find.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { formatCount, formatTime } from "./printing/text.ts";

export const release: Command = {
  needs: "database",
  usage: "[- | <e-mail> | --all]",
  summary: phrases.summary,
  details: [...phrases.details, ...emailPhrases.details],
  operands: { min: 0, max: 1 },
  options: { all: { type: "boolean", about: phrases.all } },
  async run(io, input) {
    const all = input.switches.has("all");
    const isNamed = input.operands.length > 0;
    if (all && isNamed) return misused(emailPhrases.orAll);
    if (!all && !isNamed) return listHeld(io);
    const email = all ? undefined : await readEmail(io, input);
    if (email === "") return noEmail;
    const count = await releaseHeld(io.database, email, io.clock());
    if (count === 0 && email !== undefined)
      return failed(phrases.notHeld(escapeForTerminal(email)));
    await deriveLeads(io.database, await io.databaseClock(io.database));
    await io.write(`${phrases.released(formatCount(count))}\n`);
    return done;
  },
};

async function listHeld({ database, write }: WithDatabase) {
  const held = await findHeld(database);
  if (held.length === 0) await write(`${phrases.none}\n`);
  for (const { received_at, flag, ...lead } of held) {
    const mark = flag === null ? "" : flagNames[flag];
    const cells = [...personCells(lead), formatTime(received_at), mark];
    await write(`${cells.map(escapeForTerminal).join("\t")}\n`);
  }
  return done;
}
