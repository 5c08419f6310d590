import { messages } from "#content/messages.ts";
import { excelColumns as titles } from "#phrases/commands/export.ts";
import { deliveryStates } from "#phrases/delivery-states.ts";
import { surfaceNames } from "#phrases/sign-ups.ts";
import { splitName } from "#server/active-campaign/contact.ts";
import { excelText } from "#server/commands/printing/csv.ts";
import { readVisits } from "#server/commands/printing/read-visits.ts";
import { formatTime, timeZone } from "#server/commands/printing/text.ts";
import { type ExportedLead, hadUnsubscribedBefore } from "#server/store/leads/leads.ts";
import { type Columns, laterFields, sourceCells, sourceNames } from "./plain-columns.ts";

const sentences: ReadonlyMap<string, string> = new Map(Object.entries(messages.wordings.texts));

/** The columns for Excel in Portuguese. */
export const excelColumns: Columns = {
  titles: [
    ...[titles.fullName, titles.firstName, titles.lastName, titles.email, titles.phone],
    ...[titles.createdAt(timeZone), titles.updatedAt(timeZone), titles.surface],
    ...[titles.consent, titles.consentedAt(timeZone), titles.wording],
    ...[titles.delivery, titles.hadUnsubscribed, titles.wantsNext, titles.typedPhone],
    ...sourceNames.map(titles.firstVisit),
    ...sourceNames.map(titles.lastVisit),
    ...laterFields,
  ],
  cells(lead) {
    const { first, last, consented_at } = lead;
    const { firstName, lastName } = splitName(lead.name);
    return [
      ...[lead.name, firstName, lastName, lead.email, showPhone(lead.phone ?? "")].map(excelText),
      ...[excelTime(lead.created_at), excelTime(lead.updated_at)],
      last === undefined ? "" : surfaceNames[last.surface],
      sentenceOf(lead.consentWording),
      consented_at === null ? "" : excelTime(consented_at),
      sentenceOf(last?.wording),
      lead.state === null ? "" : deliveryStates[lead.state],
      hadUnsubscribedBefore(lead) ? titles.yes : "",
      lead.wants_next === 1 ? titles.yes : "",
      excelText(lead.whatsapp),
      ...sourceCells(readVisits(first?.source).first).map(excelText),
      ...sourceCells(readVisits(last?.source).last).map(excelText),
      ...laterFields.map((field) => excelText(lead[field])),
    ];
  },
};

/**
 * Writes a Brazilian number as `(11) 98765-4321`, which Excel keeps as a text. From `+5511987654321` it would make the
 * number 5,51199E+12.
 */
function showPhone(phone: string): string {
  return phone.replace(/^\+55(\d\d)(\d{4,5})(\d{4})$/, "($1) $2-$3");
}

/** Excel reads a time as a date only without its offset; the title of the column names the time zone. */
export function excelTime(ms: number): string {
  return formatTime(ms).replace(/ \(.*$/, "");
}

/** The sentence that the person saw: the exact words of the page, not their key. */
function sentenceOf(wording: ExportedLead["consentWording"] | null): string {
  return excelText(sentences.get(wording ?? "") ?? wording ?? "");
}
