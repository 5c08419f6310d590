import { deliveryStates } from "#phrases/delivery-states.ts";
import { type Command, done } from "#server/command-line/command.ts";
import { deriveForReading } from "#server/command-line/derive-for-reading.ts";
import { tabbedLine } from "#server/command-line/escape.ts";
import { formatTime } from "#server/command-line/text.ts";
import { hadUnsubscribedBefore, type ListedLead, listLeads } from "#server/store/leads/leads.ts";
import { emailFirst, fieldNames, personCells } from "./find.ts";

export const list: Command = {
  usage: "",
  summary: "mostra todos os leads, um por linha",
  details: [
    "Tabulações separam as colunas. Para um arquivo que se abre numa planilha, use export.",
  ],
  operands: { min: 0, max: 0 },
  options: {},
  async run(context) {
    const io = await context.open();
    const { database, write } = io;
    await deriveForReading(io);
    const names = emailFirst.map((field) => fieldNames[field]);
    await write(tabbedLine([...names, "telefone", "inscrição", "entrega"]));
    for await (const lead of listLeads(database)) {
      const cells = [lead.phone ?? "", formatTime(lead.created_at), deliveryOf(lead)];
      await write(tabbedLine([...personCells(lead), ...cells]));
    }
    return done;
  },
};

function deliveryOf(lead: ListedLead): string {
  if (lead.state === null) return "";
  return [
    deliveryStates[lead.state],
    ...(hadUnsubscribedBefore(lead) ? ["já tinha se descadastrado"] : []),
    ...(lead.wants_next === 1 ? ["quer saber da próxima aula"] : []),
  ].join(", ");
}
