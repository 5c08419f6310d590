import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import { findHeld, releaseHeld } from "#server/storage/submissions/held-submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { type Command, type CommandIo, done, failed } from "./command-line/command.ts";
import { emailDetails, emailOf, noEmail } from "./command-line/read-request.ts";
import { grouped } from "./printing/bar-chart.ts";
import { inert } from "./printing/escape.ts";
import { personCells } from "./printing/person-cells.ts";
import { instant } from "./printing/text.ts";

export const release: Command = {
  reaches: "database",
  usage: "[- | <e-mail> | --all]",
  summary: "lets sign-ups go on that were held back as a machine's; alone, lists them",
  details: [
    "Sign-ups are held back if they fill in a field that people do not see (trap), or if their e-mail signs up more often",
    "than a person would (flood). Now and then one of them is a person: look at the list, then release one by one.",
    "release - is for one person.",
    ...emailDetails,
  ],
  operands: { least: 0, most: 1 },
  options: { all: { type: "boolean", about: "everybody who is held back" } },
  async run(world, request) {
    const all = request.flags.has("all");
    const isNamed = request.operands.length > 0;
    if (all && isNamed) return { kind: "misused", line: "Give an e-mail or --all, not both." };
    if (!all && !isNamed) return listHeld(world);
    const email = all ? undefined : await emailOf(world, request);
    if (email === "") return noEmail;
    const count = await releaseHeld(world.database, email, world.clock());
    if (count === 0 && email !== undefined)
      return failed(`Nothing of ${email} is held back. See who is with: release`);
    await deriveLeads(world.database, await world.databaseClock(world.database));
    await world.write(`Sign-ups released: ${grouped(count)}\n`);
    return done;
  },
};

async function listHeld({ database, write }: CommandIo & { database: Database }) {
  const held = await findHeld(database);
  if (held.length === 0) await write("Nobody is held back.\n");
  for (const { received_at, flag, ...lead } of held) {
    const cells = [...personCells(lead), instant(received_at), flag ?? ""];
    await write(`${cells.map(inert).join("\t")}\n`);
  }
  return done;
}
