import { settleSubmissions } from "#server/storage/bookkeeper.ts";
import { listLeads as leadsIn } from "#server/storage/leads.ts";
import type { Command } from "./command.ts";

const columns = ["email", "name", "whatsapp", "phone", "signed up", "delivery"];

export const listLeads: Command = {
  summary: "every lead, one a line, columns divided by tabs",
  async run({ database, clock, print }) {
    await settleSubmissions(database, clock());
    print(columns.join("\t"));
    for await (const lead of leadsIn(database)) {
      const signedUp = new Date(lead.createdAt).toISOString();
      const cells = [lead.email, lead.name, lead.whatsapp, lead.phone ?? "", signedUp];
      print([...cells, lead.state ?? ""].join("\t"));
    }
  },
};
