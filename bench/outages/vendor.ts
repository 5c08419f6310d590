import type { Answer, Call } from "#server/delivery/active-campaign/client.ts";

/** How ActiveCampaign behaves at a moment: `share` of its answers are bad, and each takes `latencyMs`. */
type Weather = { share: number; latencyMs: number };
export type Scenario = { name: string; at(ms: number, call: Call): Weather };

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const usualMs = 200;
const well = { share: 0, latencyMs: usualMs };
const bad = { share: 1, latencyMs: usualMs };

export const badForMs = 30 * minuteMs;

export const scenarios: readonly Scenario[] = [
  { name: "away", at: (ms) => (ms < badForMs ? bad : well) },
  {
    name: "flapping: 20 s away, 20 s well",
    at: (ms) => (ms < badForMs && Math.floor(ms / (20 * secondMs)) % 2 === 0 ? bad : well),
  },
  {
    name: "brown-out: half of the answers bad",
    at: (ms) => (ms < badForMs ? { share: 0.5, latencyMs: usualMs } : well),
  },
  {
    name: "slow: an answer takes 14 s",
    at: (ms) => (ms < badForMs ? { share: 0, latencyMs: 14 * secondMs } : well),
  },
  {
    name: "one bad endpoint: lists",
    at: (ms, { method, path }) =>
      ms < badForMs && method === "POST" && path === "/contactLists" ? bad : well,
  },
];

/** A good answer with the fields that the delivery of a lead reads. */
export function goodAnswer({ path, body }: Call): Answer {
  return { kind: "answer", status: 200, body: bodyFor(path, body), retryAfter: null };
}

function bodyFor(path: string, sent: unknown): unknown {
  if (path === "/contact/sync") return { contact: { id: "1", ...contactIn(sent) } };
  if (path.startsWith("/contacts/")) return { contactLists: [] };
  return path.startsWith("/tags") ? { tags: [{ id: "1", tag: "black" }] } : {};
}

function contactIn(sent: unknown): object {
  const isSync = typeof sent === "object" && sent !== null && "contact" in sent;
  return isSync && typeof sent.contact === "object" && sent.contact !== null ? sent.contact : {};
}

export const badAnswer: Answer = { kind: "answer", status: 503, body: {}, retryAfter: null };
export const noAnswer: Answer = { kind: "no-answer", reason: "TimeoutError" };
