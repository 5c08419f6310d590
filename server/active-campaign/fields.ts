import * as v from "valibot";
import { launch } from "#content/launch.ts";
import { wallClock } from "#event/time-zone.ts";
import type { ClaimedLead } from "#server/store/deliveries/deliveries.ts";
import { passOf } from "#server/store/leads/pass.ts";
import { readVisits } from "#server/store/submissions/submissions.ts";
import { type AnswerReading, activeCampaignId, bodyAs } from "./answer-outcomes.ts";
import { findFields } from "./lookups.ts";
import type { PacedClient, Read } from "./paced-client.ts";
import { safeText } from "./safe-text.ts";

const parameters = ["utm_source", "utm_medium", "utm_campaign", "utm_content"] as const;

/** A field of the account's contacts. By its perstag we find it, and e-mails have its value as `%PERSTAG%`. */
export type Field = { perstag: string; title: string };

const visits = [
  { ending: "", visit: "última visita" },
  { ending: "_FIRST", visit: "primeira visita" },
];

/** The fields that we fill if the account has them. */
export const fields: readonly Field[] = [
  ...visits.flatMap(({ ending, visit }) =>
    parameters.map((name) => ({
      perstag: perstagOf(name) + ending,
      title: `Black: ${name} da ${visit}`,
    })),
  ),
  { perstag: "BLACK_SIGNED_UP_AT", title: "Black: hora da última inscrição" },
  { perstag: "BLACK_WORDING", title: "Black: frase da última inscrição" },
  { perstag: "BLACK_PASS", title: "Black: código da pessoa nos links" },
];

function perstagOf(parameter: string): string {
  return `BLACK_${parameter.toUpperCase()}`;
}

export type FieldIds = {
  /** The ids of those of our fields that the account has, by their perstags. */
  find(read: Read): Promise<AnswerReading<ReadonlyMap<string, string>>>;
  forget(): void;
};

/** So soon a field that the operator makes is filled, without a restart. */
const rememberedMs = 10 * 60_000;

export function createFieldIds(steadyClock = () => performance.now()): FieldIds {
  let known: ReadonlyMap<string, string> = new Map();
  let knownUntil = -Infinity;
  return {
    async find(read) {
      if (steadyClock() < knownUntil) return { kind: "done", body: known };
      const found = await findFields(read);
      if (found.kind === "retry-later" || found.kind === "rate-limited") return found;
      if (found.kind === "interrupted") return found;
      // A key that may not read the fields can still deliver leads.
      known = found.kind === "done" ? found.body : new Map();
      knownUntil = steadyClock() + rememberedMs;
      return { kind: "done", body: known };
    },
    forget() {
      knownUntil = -Infinity;
    },
  };
}

const createdField = v.object({ field: v.object({ id: activeCampaignId }) });

/** Makes a field that the account lacks. */
export async function createField(
  { send }: PacedClient,
  { perstag, title }: Field,
): Promise<AnswerReading> {
  const field = { type: "text", title, descript: "", perstag, visible: 1 };
  const made = bodyAs(
    await send("POST", "/fields", { field }),
    createdField,
    "field without an id",
  );
  if (made.kind !== "done") return made;
  // Contacts of all lists show it: until then, those of no list do.
  return send("POST", "/fieldRels", { fieldRel: { field: Number(made.body.field.id), relid: 0 } });
}

export type FieldValue = { id: string; value: string };

/** What stands in the fields that the account has. A field without a value is left out, and keeps its value there. */
export function fieldValuesOf(lead: ClaimedLead, ids: ReadonlyMap<string, string>): FieldValue[] {
  return [...valuesOf(lead)].flatMap(([perstag, text]) => {
    const id = ids.get(perstag);
    const value = safeText(text ?? "");
    return id === undefined || value === "" ? [] : { id, value };
  });
}

function valuesOf(lead: ClaimedLead): Map<string, string | null | undefined> {
  const { first } = readVisits(lead.firstSource);
  const { last } = readVisits(lead.lastSource);
  const signedUpAt = wallClock(lead.signedUpAt, launch.event.timeZone).toISOString();
  return new Map([
    ...parameters.map((name) => [perstagOf(name), last?.[name]] as const),
    ...parameters.map((name) => [`${perstagOf(name)}_FIRST`, first?.[name]] as const),
    ["BLACK_SIGNED_UP_AT", signedUpAt.slice(0, 19).replace("T", " ")],
    ["BLACK_WORDING", lead.wording],
    ["BLACK_PASS", passOf(lead.linkKey, lead.person)],
  ]);
}
