import { person } from "#phrases/command-line.ts";
import { list as phrases } from "#phrases/commands/list.ts";
import { deliveryStates } from "#phrases/delivery-states.ts";
import { hadUnsubscribedBefore, type ListedLead, listLeads } from "#server/store/leads/leads.ts";
import { type Command, done } from "./command-line/command.ts";
import { deriveForReading } from "./derive-for-reading.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { emailFirst, personCells } from "./printing/person-cells.ts";
import { formatTime } from "./printing/text.ts";

const columns = [
  ...emailFirst.map((field) => person.fields[field]),
  person.phone,
  person.signedUp,
  person.delivery,
];

export const list: Command = {
  needs: "database",
  usage: "",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: {},
  async run(io) {
    const { database, write } = io;
    await deriveForReading(io);
    await write(line(columns));
    for await (const lead of listLeads(database)) {
      await write(
        line([
          ...personCells(lead),
          lead.phone ?? "",
          formatTime(lead.created_at),
          deliveryOf(lead),
        ]),
      );
    }
    return done;
  },
};

function deliveryOf(lead: ListedLead): string {
  if (lead.state === null) return "";
  return [
    deliveryStates[lead.state],
    ...(hadUnsubscribedBefore(lead) ? [phrases.unsubscribedBefore] : []),
    ...(lead.wants_next === 1 ? [phrases.wantsNext] : []),
  ].join(", ");
}

function line(cells: readonly string[]): string {
  return `${cells.map(escapeForTerminal).join("\t")}\n`;
}
