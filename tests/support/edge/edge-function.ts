import { expect, onTestFinished, vi } from "vitest";
import { links } from "#content/links.ts";
import { createEdgeFunction } from "#server/edge/lead-function.ts";
import { createPostgresDatabase } from "#tests/support/store/temporary-database.ts";

export const siteUrl = "https://black.example";
export const apikey = links.publicKey;

/** The lead function of an edge platform, here in Node, over an empty Postgres. */
export async function openFunction(envFor = (url: string): Env => ({ DATABASE_URL: url })) {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  return { url: store.url, ...functionOver(envFor(store.url)) };
}

type Env = Record<string, string>;

export function functionOver(env: Env) {
  const lines: object[] = [];
  const write = (fields: object | string) => void lines.push({ fields });
  const log = { info: write, warn: write, error: write, fatal: write };
  const answer = createEdgeFunction({ SITE_URL: siteUrl, ...env }, log);
  const ask = async (path: string, init?: RequestInit) =>
    answer(new Request(`https://functions.example${path}`, init));
  return { ask, lines };
}

/**
 * Sends a sign-up until it is stored: on an empty database a slow machine may need longer for the tables than a visitor
 * waits.
 */
export async function untilStored(send: () => Promise<Response>): Promise<Response> {
  return vi.waitFor(
    async () => {
      const answer = await send();
      expect(answer.status).toBe(200);
      return answer;
    },
    { timeout: 60_000, interval: 100 },
  );
}

export function json(lead: object, headers: Env = { apikey }): RequestInit {
  const type = {
    "content-type": "application/json",
    origin: siteUrl,
    "idempotency-key": Buffer.from(JSON.stringify(lead)).toString("base64url").slice(-60),
  };
  return { method: "POST", headers: { ...type, ...headers }, body: JSON.stringify(lead) };
}

export function form(fields: Env): RequestInit {
  return { method: "POST", headers: { origin: siteUrl }, body: new URLSearchParams(fields) };
}
