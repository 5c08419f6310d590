import { email as emailPhrases } from "#phrases/command-line.ts";
import { noEmail, readEmail } from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal, tabbedLine } from "#server/command-line/escape.ts";
import { formatCount, formatTime } from "#server/command-line/text.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import type { Flag } from "#server/store/row-types.ts";
import { findHeld, releaseHeld } from "#server/store/submissions/held-submissions.ts";
import { personCells } from "./find.ts";

const flagNames: Readonly<Record<Flag, string>> = {
  honeypot: "preencheu o campo invisível (honeypot)",
  flood: "inscrições demais com o mesmo e-mail (flood)",
  "too-fast": "enviada rápido demais (too-fast)",
};

export const release: Command = {
  usage: "[- | <e-mail> | --all]",
  summary: "libera inscrições retidas; sem e-mail, lista essas inscrições",
  details: [
    "Uma inscrição é retida se preencheu um campo que as pessoas não veem (honeypot), ou se o mesmo e-mail se inscreveu mais",
    "vezes do que uma pessoa faria (flood). Às vezes é uma pessoa: olhe a lista e libere uma por uma.",
    "Para liberar uma só pessoa: release -",
    ...emailPhrases.details,
  ],
  operands: { min: 0, max: 1 },
  options: { all: { type: "boolean", about: "libera todas as inscrições retidas" } },
  async run(context, input) {
    const all = input.switches.has("all");
    const isNamed = input.operands.length > 0;
    if (all && isNamed) return misused("Escreva um e-mail ou --all, não os dois.");
    const io = await context.open();
    if (!all && !isNamed) return listHeld(io);
    const { clock, database, databaseClock, write } = io;
    const email = all ? undefined : await readEmail(io, input);
    if (email === "") return noEmail;
    const count = await releaseHeld(database, email, clock());
    if (count === 0 && email !== undefined)
      return failed(
        `Nenhuma inscrição de ${escapeForTerminal(email)} está retida. Para ver a lista: npm run leads -- release`,
      );
    await deriveLeads(database, await databaseClock(database));
    await write(`Inscrições liberadas: ${formatCount(count)}\n`);
    return done;
  },
};

async function listHeld({ database, write }: WithDatabase): Promise<CommandOutcome> {
  const held = await findHeld(database);
  if (held.length === 0) await write("Nenhuma inscrição está retida.\n");
  for (const { received_at, flag, ...lead } of held) {
    const mark = flag === null ? "" : flagNames[flag];
    await write(tabbedLine([...personCells(lead), formatTime(received_at), mark]));
  }
  return done;
}
