import { person } from "#phrases/command-line.ts";
import { list as phrases } from "#phrases/commands/list.ts";
import { deliveryStates } from "#phrases/delivery-states.ts";
import { hadUnsubscribed } from "#server/store/deliveries/deliveries.ts";
import { type ListedLead, listLeads } from "#server/store/leads/leads.ts";
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
          formatTime(lead.createdAt),
          deliveryOf(lead),
        ]),
      );
    }
    return done;
  },
};

function deliveryOf({ state, lastOutcome, wantsNext }: ListedLead): string {
  if (state === null) return "";
  const unsubscribed = state === "delivered" && lastOutcome?.includes(hadUnsubscribed);
  return [
    deliveryStates[state],
    ...(unsubscribed ? [phrases.unsubscribedBefore] : []),
    ...(wantsNext === 1 ? [phrases.wantsNext] : []),
  ].join(", ");
}

function line(cells: readonly string[]): string {
  return `${cells.map(escapeForTerminal).join("\t")}\n`;
}
