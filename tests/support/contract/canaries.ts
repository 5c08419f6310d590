import { request } from "node:http";
import { links } from "#content/links.ts";
import { addContactPath, contextHeader, idempotencyHeader, leadFields } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";

/** The texts of the requests, for which a test searches the output. They can come only from a request, and no text contains another. */
export const canaries = {
  name: "Canaria Nomeada",
  email: "canary.mail@canary-domain.example",
  whatsapp: "+55 11 97777-3131",
  digits: "5511977773131",
  key: "canary-idempotency-key",
  wrongKey: "canary-wrong-key",
  agent: "CanaryAgent/7.7",
  query: "canary-query",
  cookie: "canary-cookie",
  referer: "canary-referer",
  requestId: "canary-request-id",
  origin: "https://canary-origin.example",
  surface: "canary-surface",
  source: "canary-source",
  ip: "203.0.113.77",
} satisfies Lead & Record<string, string>;
export const anyCanary = /canar|97777-?3131|203\.0\.113/i;

const { name, email } = canaries;
const typed = eachField((field) => canaries[field]);
const lead = JSON.stringify(typed);
const form = new URLSearchParams({ ...typed, surface: canaries.surface }).toString();
const context = encodeURIComponent(
  JSON.stringify({ surface: canaries.surface, first: { referrer: canaries.source } }),
);
const everyHeader = {
  "content-type": "application/json",
  apikey: links.publicKey,
  authorization: `Bearer ${links.publicKey}`,
  [idempotencyHeader]: canaries.key,
  [contextHeader]: context,
  "user-agent": canaries.agent,
  "x-forwarded-for": canaries.ip,
  "x-request-id": canaries.requestId,
  cookie: canaries.cookie,
  referer: canaries.referer,
  origin: canaries.origin,
};
const formType = { ...everyHeader, "content-type": "application/x-www-form-urlencoded" };
const wrongKeys = { apikey: canaries.wrongKey, authorization: `Bearer ${canaries.wrongKey}` };

type CanaryRequest = {
  method?: string;
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The expected status of the answer. */
  status: number;
};

/** One request for each outcome except a failure of the store. */
const requests: readonly CanaryRequest[] = [
  { headers: everyHeader, body: lead, status: 200 },
  { headers: everyHeader, body: lead, status: 200 },
  {
    headers: everyHeader,
    body: JSON.stringify({ ...typed, whatsapp: canaries.digits }),
    status: 422,
  },
  { headers: { ...everyHeader, ...wrongKeys }, body: lead, status: 401 },
  {
    headers: { ...formType, ...wrongKeys },
    body: `${form}&apikey=${canaries.wrongKey}`,
    status: 401,
  },
  { headers: everyHeader, body: `${lead}\n    at ${email}:1:1`, status: 400 },
  {
    headers: everyHeader,
    body: Buffer.concat([Buffer.from(lead), Buffer.from([0xff])]),
    status: 400,
  },
  { headers: everyHeader, body: lead.padEnd(4_097), status: 413 },
  { headers: { ...everyHeader, "content-type": canaries.name }, body: lead, status: 415 },
  { headers: everyHeader, body: JSON.stringify({ [name]: email }), status: 422 },
  { method: "PUT", headers: everyHeader, body: lead, status: 405 },
  { method: "OPTIONS", headers: everyHeader, status: 204 },
];
/** The error message with which the store refuses a sign-up: it quotes the lead, and a part of it looks like a stack trace. */
export function quotation(join: string, cell: (column: string) => string, newLine: string): string {
  const columns = [...leadFields, "user_agent"].map(cell);
  return [...columns, newLine, cell("email"), "':1:1'"].join(join);
}

type CanaryAnswer = { status: number; id: string; expected: number };

/** Sends one request for each outcome. */
export async function sendCanaries(url: string): Promise<CanaryAnswer[]> {
  const answers: CanaryAnswer[] = [];
  for (const one of requests) answers.push(await sendCanary(url, one));
  return answers;
}

/** Sends a sign-up. The test makes the store fail meanwhile. */
export function signUpCanary(url: string): Promise<CanaryAnswer> {
  const headers = { ...everyHeader, [idempotencyHeader]: "" };
  return sendCanary(url, { headers, body: lead, status: 503 });
}

/** Sends a request without `fetch`, because `fetch` itself sets some of these headers. */
function sendCanary(url: string, one: CanaryRequest): Promise<CanaryAnswer> {
  const { method = "POST", headers, body = "", status: expected } = one;
  const address = `${url}${addContactPath}?name=${canaries.query}`;
  return new Promise((resolve, reject) => {
    request(address, { method, headers }, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      const id = String(headers["x-request-id"]);
      answer.resume().once("end", () => resolve({ status, id, expected }));
    })
      .once("error", reject)
      .end(body);
  });
}
