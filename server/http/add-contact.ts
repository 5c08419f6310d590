import type { Logger } from "pino";
import type { Lead } from "#lead/lead.ts";
import { parseLead } from "#lead/parse-lead.ts";
import { appendSubmission, type Surface, surfaces } from "#server/storage/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { accept, acceptForm, refuse, refuseFields } from "./add-contact-answers.ts";
import { type BodyKind, bodyKind, readBody } from "./read-body.ts";

export type AddContactDeps = {
  database: Database;
  clock: () => number;
  log: Logger;
  publicKey: string;
};

/** Where a form that was posted without a script ends. */
const receivedPage = "/inscricao-recebida";

export async function addContact(deps: AddContactDeps, request: Request): Promise<Response> {
  const kind = bodyKind(request.headers.get("content-type") ?? undefined);
  const authorized = keys(request).includes(deps.publicKey);
  // A form carries its key in a hidden field: it must be read first.
  if (!authorized && kind !== "form") return refuse("unauthorized");
  if (kind === undefined) return refuse("unsupported-type");
  const body = await readBody(request, kind);
  if (body.kind !== "fields") return refuse(body.kind);
  if (!authorized && textField(body.fields, "apikey") !== deps.publicKey)
    return refuse("unauthorized");
  return receive(deps, body.fields, kind);
}

/** Supabase's client sends both. */
function keys(request: Request): Array<string | null | undefined> {
  const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.get("authorization") ?? "");
  return [request.headers.get("apikey"), bearer?.[1]?.trim()];
}

async function receive(deps: AddContactDeps, fields: unknown, kind: BodyKind): Promise<Response> {
  const parsed = parseLead(fields);
  if (parsed.kind === "problems") return refuseFields(parsed.problems);
  const stored = await store(deps, parsed.lead, surfaceOf(fields));
  if (!stored) return refuse("unavailable");
  return kind === "form" ? acceptForm(receivedPage) : accept();
}

function surfaceOf(fields: unknown): Surface {
  const sent = textField(fields, "surface");
  return surfaces.find((surface) => surface === sent) ?? "unknown";
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

function textField(fields: unknown, name: string): string | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  const value: unknown = Object.entries(fields).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : undefined;
}
