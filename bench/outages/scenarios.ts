import type { Answer, ApiRequest } from "#server/delivery/active-campaign/client.ts";

/**
 * One way in which ActiveCampaign fails: for each moment, the share of its answers that are bad and the time that each
 * answer takes.
 */
export type Scenario = {
  name: string;
  at(ms: number, request: ApiRequest): { badShare: number; latencyMs: number };
};

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const usualMs = 200;
const well = { badShare: 0, latencyMs: usualMs };
const bad = { badShare: 1, latencyMs: usualMs };

export const outageMs = 30 * minuteMs;

export const scenarios: readonly Scenario[] = [
  { name: "away", at: (ms) => (ms < outageMs ? bad : well) },
  {
    name: "flapping: 20 s away, 20 s well",
    at: (ms) => (ms < outageMs && Math.floor(ms / (20 * secondMs)) % 2 === 0 ? bad : well),
  },
  {
    name: "brown-out: half of the answers bad",
    at: (ms) => (ms < outageMs ? { badShare: 0.5, latencyMs: usualMs } : well),
  },
  {
    name: "slow: an answer takes 14 s",
    at: (ms) => (ms < outageMs ? { badShare: 0, latencyMs: 14 * secondMs } : well),
  },
  {
    name: "one bad endpoint: lists",
    at: (ms, { method, path }) =>
      ms < outageMs && method === "POST" && path === "/contactLists" ? bad : well,
  },
];

/** A good answer with the fields that the delivery of a lead reads. */
export function goodAnswer({ path, body }: ApiRequest): Answer {
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
