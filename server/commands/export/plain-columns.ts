import { type LeadField, leadFields, type VisitSource, visitParameters } from "#lead/contract.ts";
import { splitName } from "#server/active-campaign/contact.ts";
import { readVisits } from "#server/commands/printing/read-visits.ts";
import { isoTime } from "#server/commands/printing/text.ts";
import { type ExportedLead, hadUnsubscribedBefore } from "#server/store/leads/leads.ts";

/** What one line of the file is made of: the titles, and the cells of a lead in the same order. */
export type Columns = { titles: readonly string[]; cells: (lead: ExportedLead) => string[] };

export const sourceNames = [...visitParameters, "referrer"] as const;

/** Programs read the columns by position, so every column keeps its place, and new columns come at the end. */
const firstFields = ["email", "name", "whatsapp"] as const satisfies readonly LeadField[];
/** The fields that were added to the form after the first export: their columns come last. */
export const laterFields = leadFields.filter(
  (field) => !firstFields.some((first) => first === field),
);

/** The columns for programs. */
export const plainColumns: Columns = {
  titles: [
    ...firstFields,
    ...["phone", "created_at", "updated_at", "surface", "wording"],
    ...sourceNames.map((name) => `first_${name}`),
    ...sourceNames.map((name) => `last_${name}`),
    ...["state", "first_name", "last_name", "consent_wording", "consented_at", "had_unsubscribed"],
    "wants_next",
    ...laterFields,
  ],
  cells(lead) {
    const { first, last, consented_at } = lead;
    const { firstName, lastName } = splitName(lead.name);
    return [
      ...firstFields.map((field) => lead[field]),
      lead.phone ?? "",
      ...[lead.created_at, lead.updated_at].map(isoTime),
      ...[last?.surface ?? "", last?.wording ?? ""],
      ...sourceCells(readVisits(first?.source).first),
      ...sourceCells(readVisits(last?.source).last),
      ...[lead.state ?? "", firstName, lastName, lead.consentWording ?? ""],
      consented_at === null ? "" : isoTime(consented_at),
      hadUnsubscribedBefore(lead) ? "yes" : "",
      lead.wants_next === 1 ? "yes" : "",
      ...laterFields.map((field) => lead[field]),
    ];
  },
};

export function sourceCells(visit: VisitSource = {}): string[] {
  return sourceNames.map((name) => visit[name] ?? "");
}
