import { type LeadField, leadFields, type VisitSource, visitParameters } from "#lead/contract.ts";
import { type ExportedLead, exportedPages } from "#server/storage/leads/exported-leads.ts";
import { type Command, done } from "./command-line/command.ts";
import { readingSince, sinceOption } from "./command-line/since-option.ts";
import { byteOrderMark, csvLine } from "./printing/csv.ts";
import { createProgress } from "./printing/progress.ts";
import { readVisits } from "./printing/read-visits.ts";
import { formatTime } from "./printing/text.ts";

const sourceNames = [...visitParameters, "referrer"] as const;

/** Programs read the columns by position, so the first columns keep their place, and new fields go before `state`. */
const firstFields = ["email", "name", "whatsapp"] as const satisfies readonly LeadField[];
const laterFields = leadFields.filter((field) => !firstFields.some((first) => first === field));

const columns = [
  ...firstFields,
  ...["phone", "created_at", "updated_at", "surface", "wording"],
  ...sourceNames.map((name) => `first_${name}`),
  ...sourceNames.map((name) => `last_${name}`),
  ...laterFields,
  "state",
];

export const exportLeads: Command = {
  needs: "database",
  usage: "[--since <date>]",
  summary: "writes every lead as CSV to standard output",
  details: [
    "Into a file: npm run -s leads -- export > leads.csv   (-s leaves out the lines of npm itself)",
    "",
    "The file is UTF-8, with commas between the cells. Times are in UTC. surface and wording are from the last sign-up.",
    "first_… and last_… say where the first and the last visit came from.",
    "A cell that a spreadsheet would calculate begins with ' (a name like =1+1 becomes '=1+1). Remove the '",
    "where you need the cell as the visitor typed it. phone is always + and digits, or empty.",
  ],
  operands: { min: 0, max: 0 },
  options: sinceOption,
  run: readingSince(async ({ database, clock, write, note }, since) => {
    const progress = createProgress({ note, clock }, "leads written");
    await write(byteOrderMark + csvLine(columns));
    let written = 0;
    for await (const page of exportedPages(database, since ?? 0)) {
      await write(page.map((lead) => csvLine(cells(lead))).join(""));
      written += page.length;
      progress(written);
    }
    return done;
  }),
};

function cells(lead: ExportedLead): string[] {
  const { first, last } = lead;
  return [
    ...firstFields.map((field) => lead[field]),
    lead.phone ?? "",
    ...[lead.created_at, lead.updated_at].map(formatTime),
    ...[last?.surface ?? "", last?.wording ?? ""],
    ...sourceCells(readVisits(first?.source).first),
    ...sourceCells(readVisits(last?.source).last),
    ...laterFields.map((field) => lead[field]),
    lead.state ?? "",
  ];
}

function sourceCells(visit: VisitSource = {}): string[] {
  return sourceNames.map((name) => visit[name] ?? "");
}
