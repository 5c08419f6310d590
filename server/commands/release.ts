import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import { findHeld, releaseHeld } from "#server/storage/submissions/held-submissions.ts";
import { type Command, done, failed, type WithDatabase } from "./command-line/command.ts";
import { emailDetails, noEmail, readEmail } from "./command-line/email-operand.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { personCells } from "./printing/person-cells.ts";
import { formatCount, formatTime } from "./printing/text.ts";

export const release: Command = {
  needs: "database",
  usage: "[- | <e-mail> | --all]",
  summary: "releases sign-ups that are held back; without an e-mail, lists them",
  details: [
    "A sign-up is held back if it fills in a field that people do not see (honeypot), or if its e-mail signs up more often",
    "than a person would (flood). Sometimes it is a person: look at the list, then release one by one.",
    "release - releases one person.",
    ...emailDetails,
  ],
  operands: { min: 0, max: 1 },
  options: { all: { type: "boolean", about: "releases all sign-ups that are held back" } },
  async run(io, input) {
    const all = input.switches.has("all");
    const isNamed = input.operands.length > 0;
    if (all && isNamed) return { kind: "misused", line: "Give an e-mail or --all, not both." };
    if (!all && !isNamed) return listHeld(io);
    const email = all ? undefined : await readEmail(io, input);
    if (email === "") return noEmail;
    const count = await releaseHeld(io.database, email, io.clock());
    if (count === 0 && email !== undefined)
      return failed(
        `No sign-up of ${escapeForTerminal(email)} is held back. For the list: npm run leads -- release`,
      );
    await deriveLeads(io.database, await io.databaseClock(io.database));
    await io.write(`Sign-ups released: ${formatCount(count)}\n`);
    return done;
  },
};

async function listHeld({ database, write }: WithDatabase) {
  const held = await findHeld(database);
  if (held.length === 0) await write("No sign-up is held back.\n");
  for (const { received_at, flag, ...lead } of held) {
    const cells = [...personCells(lead), formatTime(received_at), flag ?? ""];
    await write(`${cells.map(escapeForTerminal).join("\t")}\n`);
  }
  return done;
}
