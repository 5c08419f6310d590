import { settleSubmissions } from "#server/storage/bookkeeper.ts";
import { listLeads } from "#server/storage/leads.ts";
import { type Command, done } from "./command.ts";
import { inert } from "./inert.ts";
import { instant } from "./instant.ts";
import { shellWord } from "./shell-word.ts";

const columns = ["email", "name", "whatsapp", "phone", "signed up", "delivery"];

export const list: Command = {
  reaches: "database",
  usage: "",
  summary: "every lead, one a line",
  details: ["Columns are divided by tabs. For a file that spreadsheets read, use export."],
  operands: { least: 0, most: 0 },
  options: {},
  /** The e-mail is copied from here into other commands, by hand or by xargs: both read its quotes. */
  async run({ database, databaseClock, write }) {
    await settleSubmissions(database, await databaseClock(database));
    await write(line(columns));
    for await (const { email, name, whatsapp, phone, createdAt, state } of listLeads(database)) {
      const person = [shellWord(email), name, whatsapp, phone ?? ""];
      await write(line([...person, instant(createdAt), state ?? ""]));
    }
    return done;
  },
};

function line(cells: readonly string[]): string {
  return `${cells.map(inert).join("\t")}\n`;
}
