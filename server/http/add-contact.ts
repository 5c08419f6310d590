import type { Logger } from "pino";
import type { Lead } from "#lead/lead.ts";
import { parseLead } from "#lead/parse-lead.ts";
import { appendSubmission, type Surface } from "#server/storage/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { answerSignUp, isForPeople } from "./add-contact-answers.ts";
import type { StaticPages } from "./load-pages.ts";
import { type BodyKind, bodyKind, readBody } from "./read-body.ts";
import { type SentForm, sentForm } from "./sent-form.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";

export type AddContactDeps = {
  database: Database;
  clock: () => number;
  log: Logger;
  publicKey: string;
  pages: StaticPages;
};

export async function addContact(deps: AddContactDeps, request: Request): Promise<Response> {
  return answerSignUp(deps.pages, request, await signUp(deps, request));
}

async function signUp(deps: AddContactDeps, request: Request): Promise<SignUpOutcome> {
  const kind = bodyKind(request.headers.get("content-type") ?? undefined);
  const authorized = keys(request).includes(deps.publicKey);
  // A form carries its key in a hidden field: it must be read first.
  if (!authorized && !isForPeople(request)) return { kind: "refused", code: "unauthorized" };
  if (kind === undefined) return { kind: "refused", code: "unsupported-type" };
  const body = await readBody(request, kind);
  if (body.kind !== "fields") return { kind: "refused", code: body.kind };
  const sent = sentForm(body.fields);
  if (!authorized && sent.key !== deps.publicKey)
    return { kind: "refused", code: "unauthorized", sent };
  return receive(deps, { kind, fields: body.fields, sent });
}

/** Supabase's client sends both. */
function keys(request: Request): Array<string | null | undefined> {
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "");
  return [request.headers.get("apikey"), bearer?.[1]?.trim()];
}

type Received = { kind: BodyKind; fields: unknown; sent: SentForm };

async function receive(
  deps: AddContactDeps,
  { kind, fields, sent }: Received,
): Promise<SignUpOutcome> {
  const parsed = parseLead(fields);
  // With script the page itself asks for the tick, and its JSON does not carry it.
  const consentMissing = kind === "form" && sent.surface === "page" && !sent.consented;
  const problems = parsed.kind === "problems" ? parsed.problems : [];
  if (parsed.kind === "problems" || consentMissing)
    return { kind: "invalid", problems, consentMissing, sent };
  const stored = await store(deps, parsed.lead, sent.surface);
  return stored ? { kind: "accepted" } : { kind: "refused", code: "unavailable", sent };
}

/** A store that fails is a broken world, not a bug: the visitor may try again in a moment. */
async function store(deps: AddContactDeps, lead: Lead, surface: Surface): Promise<boolean> {
  try {
    await appendSubmission(deps.database, { lead, surface, receivedAt: deps.clock() });
    return true;
  } catch (error) {
    deps.log.error({ error }, "A sign-up could not be stored: the visitor was asked to try again.");
    return false;
  }
}
