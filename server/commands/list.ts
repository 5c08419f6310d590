import { hadUnsubscribed } from "#server/storage/deliveries.ts";
import { type ListedLead, listLeads } from "#server/storage/leads.ts";
import { type Command, done } from "./command.ts";
import { inert } from "./inert.ts";
import { instant } from "./instant.ts";
import { emailFirst, personCells } from "./person-cells.ts";
import { settleForReading } from "./settle-for-reading.ts";

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
    await settleForReading(world);
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
