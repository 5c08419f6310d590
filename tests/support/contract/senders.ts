import { randomUUID } from "node:crypto";
import { links } from "#content/links.ts";
import { addContactPath, contextHeader, idempotencyHeader } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import type { Database } from "#server/store/schema.ts";
import { newAddress } from "#tests/support/faults/sign-up.ts";
import { ana } from "#tests/support/people.ts";

export type HeaderValues = Record<string, string>;
type Reached = { url: string };
type Kept = { database: Database };
type Sent = { headers?: HeaderValues; body?: string | Uint8Array<ArrayBuffer> };

export const jsonType = { "content-type": "application/json" };
export const formType = { "content-type": "application/x-www-form-urlencoded" };
export const publicKey = { apikey: links.publicKey };

/** A new person with a random e-mail, because all tests of the contract share one store. */
export function newPerson(): Lead {
  return { ...ana, email: `${randomUUID()}@example.com` };
}

export function newKey(): HeaderValues {
  return { [idempotencyHeader]: randomUUID() };
}

/** A visitor's address that no other request of this process has, so that no two tests share a limit. */
export function fromNewAddress(): HeaderValues {
  return { "x-forwarded-for": newAddress() };
}

export function contextOf(context: Record<string, unknown>): HeaderValues {
  return { [contextHeader]: encodeURIComponent(JSON.stringify(context)) };
}

/** Sends a request to the lead function, with the headers that the proxy in front of it would add. */
export function send(
  runtime: Reached,
  method: string,
  { headers, body }: Sent = {},
): Promise<Response> {
  return fetch(`${runtime.url}${addContactPath}`, {
    method,
    redirect: "manual",
    headers: { ...fromNewAddress(), ...headers },
    ...(body !== undefined && { body }),
  });
}

/** Sends a sign-up as the script of the page does. */
export function sendJson(runtime: Reached, fields: unknown, headers: HeaderValues = {}) {
  const body = JSON.stringify(fields);
  return send(runtime, "POST", { headers: { ...publicKey, ...jsonType, ...headers }, body });
}

/** Sends a sign-up as a browser sends the form when no script runs. */
export function sendForm(runtime: Reached, fields: HeaderValues, headers: HeaderValues = {}) {
  const body = new URLSearchParams({ ...publicKey, ...fields }).toString();
  return send(runtime, "POST", { headers: { ...formType, ...headers }, body });
}

/** The stored sign-ups of a person, in order. */
export function storedOf({ database }: Kept, { email }: Pick<Lead, "email">) {
  const stored = database.selectFrom("submissions").where("email", "=", email);
  return stored.selectAll().orderBy("id").execute();
}

export async function countStored({ database }: Kept): Promise<number> {
  const counted = database.selectFrom("submissions").select(({ fn }) => fn.countAll().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}
