import { hadUnsubscribed } from "#server/storage/deliveries/deliveries.ts";
import { type ListedLead, listLeads } from "#server/storage/leads/leads.ts";
import { type Command, done } from "./command-line/command.ts";
import { inert } from "./printing/escape.ts";
import { emailFirst, personCells } from "./printing/person-cells.ts";
import { instant } from "./printing/text.ts";
import { deriveForReading } from "./settle-for-reading.ts";

const columns = [...emailFirst, "phone", "signed up", "delivery"];

export const list: Command = {
  reaches: "database",
  usage: "",
  summary: "every lead, one a line",
  details: ["Columns are divided by tabs. For a file that spreadsheets read, use export."],
  operands: { least: 0, most: 0 },
  options: {},
  async run(world) {
    const { database, write } = world;
    await deriveForReading(world);
    await write(line(columns));
    for await (const lead of listLeads(database)) {
      await write(
        line([...personCells(lead), lead.phone ?? "", instant(lead.createdAt), deliveryOf(lead)]),
      );
    }
    return done;
  },
};

function deliveryOf({ state, lastOutcome }: ListedLead): string {
  const unsubscribed = state === "delivered" && lastOutcome?.includes(hadUnsubscribed);
  return unsubscribed ? `${state}, ${hadUnsubscribed}` : (state ?? "");
}

function line(cells: readonly string[]): string {
  return `${cells.map(inert).join("\t")}\n`;
}
