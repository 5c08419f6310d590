import { settleSubmissions } from "#server/storage/bookkeeper.ts";
import { findHeld, releaseHeld } from "#server/storage/held-submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { grouped } from "./bar-chart.ts";
import { type Command, done, failed, type World } from "./command.ts";
import { emailOf } from "./email-operand.ts";
import { inert } from "./inert.ts";
import { instant } from "./instant.ts";
import { shellWord } from "./shell-word.ts";

export const release: Command = {
  reaches: "database",
  usage: "[<e-mail> | --all]",
  summary: "lets sign-ups go on that were held back as a machine's; alone, lists them",
  details: [
    "Held back is who filled in a field that people do not see. A person whose browser filled it in",
    "is rare, but happens: look at the list, then release one by one.",
  ],
  operands: { least: 0, most: 1 },
  options: { all: { type: "boolean", about: "everybody who is held back" } },
  async run(world, request) {
    const all = request.flags.has("all");
    const email = emailOf(request);
    if (all && email !== "") return { kind: "misused", line: "Give an e-mail or --all, not both." };
    if (!all && email === "") return listHeld(world);
    const count = await releaseHeld(world.database, all ? "everybody" : email, world.clock());
    if (count === 0 && !all)
      return failed(`Nothing of ${email} is held back. See who is with: release`);
    await settleSubmissions(world.database, await world.databaseClock(world.database));
    await world.write(`Sign-ups released: ${grouped(count)}\n`);
    return done;
  },
};

async function listHeld({ database, write }: World & { database: Database }) {
  const held = await findHeld(database);
  if (held.length === 0) await write("Nobody is held back.\n");
  for (const { email, name, whatsapp, received_at } of held) {
    const cells = [shellWord(email), name, whatsapp, instant(received_at)];
    await write(`${cells.map(inert).join("\t")}\n`);
  }
  return done;
}
