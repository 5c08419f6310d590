import { expect } from "vitest";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { refusals } from "#content/refusals.ts";
import type { RefusalCode } from "#lead/contract.ts";
import { escapeHtml } from "#server/pages/event-pages.ts";
import { ownOrigin, type Runtime } from "./runtime.ts";

/*
 * All differences between the runtimes. The function alone has no pages: there is no /grupo to which a pass could lead, the
 * page after a form is at the page's own origin, and a person who must send a form again reads plain text. Malformed HTTP is
 * answered by the platform in front of the function, so only Node's own answers to it are part of the contract.
 */

const pass = "\\?inscricao=[\\w-]{32}$";

/** The answer to a stored sign-up. */
export function accepted({ name }: Runtime) {
  if (name !== "node") return { ok: true };
  return { ok: true, group: expect.stringMatching(new RegExp(`^${paths.group}${pass}`)) };
}

/** The page to which a visitor without script goes on. */
export function receivedPage({ name }: Runtime) {
  if (name !== "node") return `${ownOrigin}${paths.received}`;
  return expect.stringMatching(new RegExp(`^${paths.received}${pass}`));
}

const errorPageOnNode: readonly RefusalCode[] = [
  "malformed",
  "method-not-allowed",
  "too-large",
  "unsupported-type",
];

/** The sentence by which a person learns why a form was refused. */
export function sentenceFor({ name }: Runtime, code: RefusalCode): string {
  if (code === "invalid-lead") return messages.fieldProblems.name.required;
  const isErrorPage = name === "node" && errorPageOnNode.includes(code);
  return isErrorPage ? messages.unexpectedError.title : refusals[code];
}

/** The text as it stands in the answer: a page escapes it, a plain text does not. */
export function written({ name }: Runtime, text: string): string {
  return name === "node" ? escapeHtml(text) : text;
}

export function typeForPerson({ name }: Runtime, code: RefusalCode): string {
  if (name === "node") return "text/html; charset=utf-8";
  return code === "method-not-allowed" ? "application/json" : "text/plain; charset=utf-8";
}

/** The status of `/readyz`, which only the server has. The function alone has none: there the expected status is returned. */
export async function readiness({ name, url }: Runtime, expected: number): Promise<number> {
  return name === "node" ? (await fetch(`${url}/readyz`)).status : expected;
}

/** The metrics, which only the server has. */
export async function metricsOf({ name, url }: Runtime): Promise<string> {
  return name === "node" ? (await fetch(`${url}/metrics`)).text() : "";
}
