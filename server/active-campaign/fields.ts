import * as v from "valibot";
import { launch } from "#content/launch.ts";
import { wallClock } from "#event/time-zone.ts";
import { controlCharacters } from "#lead/lead.ts";
import type { VisitSource } from "#lead/visit-source.ts";
import type { ClaimedLead } from "#server/store/deliveries.ts";
import { passOf } from "#server/store/pass.ts";
import { readVisits } from "#server/store/submissions.ts";
import { type Answer, activeCampaignId, bodyAs } from "./answer.ts";
import { findFields } from "./lookups.ts";
import type { PacedClient, Read } from "./paced-client.ts";

type Known = { lead: ClaimedLead; first: VisitSource | undefined; last: VisitSource | undefined };

/**
 * A field of the account's contacts. Its perstag is its name: we find the field by it, and e-mails show its text for
 * `%PERSTAG%`.
 */
export type Field = { perstag: string; textOf(known: Known): string | null | undefined };

const parameters = ["utm_source", "utm_medium", "utm_campaign", "utm_content"] as const;

/** The fields that we fill in ActiveCampaign if the account has them. */
export const fields: readonly Field[] = [
  ...parameters.flatMap((name): Field[] => {
    const perstag = `BLACK_${name.toUpperCase()}`;
    return [
      { perstag, textOf: ({ last }) => last?.[name] },
      { perstag: `${perstag}_FIRST`, textOf: ({ first }) => first?.[name] },
    ];
  }),
  { perstag: "BLACK_SIGNED_UP_AT", textOf: ({ lead }) => timeText(lead.signedUpAt) },
  { perstag: "BLACK_WORDING", textOf: ({ lead }) => lead.wording },
  { perstag: "BLACK_PASS", textOf: ({ lead }) => passOf(lead.linkKey, lead.person) },
];

/** A time as text in the time zone of the class: `2026-11-11 20:00:05`. */
function timeText(at: number): string {
  return wallClock(at, launch.event.timeZone).toISOString().slice(0, 19).replace("T", " ");
}

export type FieldIds = {
  /** Finds the ids of our fields that the account has, by their perstags. */
  find(read: Read): Promise<Answer<ReadonlyMap<string, string>>>;
  forget(): void;
};

/**
 * How long the ids of the fields are remembered: a field that the operator creates is filled at most this much later,
 * without a restart.
 */
const rememberedMs = 10 * 60_000;
/**
 * After a refusal the account is asked for its fields again this soon. A key that may not read the fields can still
 * deliver leads.
 */
const refusedMs = 30_000;

export function createFieldIds(steadyClock: () => number): FieldIds {
  let known: ReadonlyMap<string, string> = new Map();
  let knownUntil = -Infinity;
  return {
    async find(read) {
      if (steadyClock() < knownUntil) return { kind: "done", body: known };
      const found = await findFields(read);
      if (found.kind === "account" || (found.kind === "failed" && !found.refusal)) return found;
      const isRead = found.kind === "done";
      // After a refusal the ids that are known already stay: the account may refuse everything for a short time.
      if (isRead) known = found.body;
      knownUntil = steadyClock() + (isRead ? rememberedMs : refusedMs);
      return { kind: "done", body: known };
    },
    forget() {
      knownUntil = -Infinity;
    },
  };
}

const maxTries = 3;
const createdField = v.object({ field: v.object({ id: activeCampaignId }) });

/** Creates a field that the account lacks. */
export async function createField({ send }: PacedClient, { perstag }: Field): Promise<Answer> {
  const field = { type: "text", title: perstag, descript: "", perstag, visible: 1 };
  const made = bodyAs(
    await send("POST", "/fields", { field }),
    createdField,
    "field without an id",
  );
  if (made.kind !== "done") return made;
  // This request shows the field in the contacts of all lists: without it, only contacts without a list show the field.
  // It is repeated here, because the next run of the command finds the field and does not send it.
  const fieldRel = { field: Number(made.body.field.id), relid: 0 };
  for (let tries = 1; ; tries += 1) {
    const shown = await send("POST", "/fieldRels", { fieldRel });
    if (shown.kind === "done" || tries === maxTries) return shown;
  }
}

/**
 * The values for the fields that the account has. A field without a text is left out, so its text at ActiveCampaign
 * stays.
 */
export function fieldValuesOf(
  lead: ClaimedLead,
  ids: ReadonlyMap<string, string>,
): { field: string; value: string }[] {
  const { first } = readVisits(lead.firstSource);
  const { last } = readVisits(lead.lastSource);
  return fields.flatMap(({ perstag, textOf }) => {
    const field = ids.get(perstag);
    const value = safeText(textOf({ lead, first, last }) ?? "");
    return field === undefined || value === "" ? [] : { field, value };
  });
}

/** Changes a name or a value so that ActiveCampaign, mail programs and browsers treat it as plain text. */
export function safeText(text: string): string {
  const plain = text
    .replace(controlCharacters, " ")
    .replace(/[%<>{}]/g, (sign) => lookalikes.get(sign) ?? "")
    .replace(inLinks, "$& ")
    .replace(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, maxCharacters).join("").trim();
}

/**
 * Characters that ActiveCampaign or HTML would interpret, each with a similar character that has no such meaning.
 * ActiveCampaign's e-mails are HTML, and ActiveCampaign replaces `%EMAIL%` and interprets `%IF …%` in everything that
 * it sends, also inside a text that was filled in.
 */
const lookalikes = new Map([
  ["%", "\uff05"],
  ["<", "\u2039"],
  [">", "\u203a"],
  ["{", "("],
  ["}", ")"],
]);

/**
 * Mail programs make a link of a URL with a scheme, and of every word with a dot in it, so a space is added after the
 * colon or the dot. Names have dots after initials and titles ("J.R. Silva", "Dr.Ana"): after the dot of an initial no
 * space is added.
 */
const inLinks = /:(?=[/\\])|[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])(?!\p{L}(?:[.\s]|$))/gu;

/**
 * The most code points of a text: longer than a person's name, and short enough that ActiveCampaign refuses no import
 * because of it.
 */
const maxCharacters = 100;
