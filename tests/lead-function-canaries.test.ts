import { request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath, contextHeader, idempotencyHeader, leadFields } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";
import { type RunningSite, startSite } from "./support/built/running-site.ts";

/**
 * The texts of the requests, to be searched for in the output. None of them can come from anything but a request, and
 * none contains another one.
 */
const canaries = {
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
const { name, email } = canaries;
const typed = eachField((field) => canaries[field]);
const lead = JSON.stringify(typed);
const form = new URLSearchParams({ ...typed, surface: canaries.surface }).toString();
const context = encodeURIComponent(
  JSON.stringify({ surface: canaries.surface, first: { referrer: canaries.source } }),
);

const json = { "content-type": "application/json", apikey: links.publicKey };
const everyHeader = {
  ...json,
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

/**
 * Makes the store fail with an error whose message contains the lead. A part of the message looks like a line of a
 * stack trace.
 */
const quotingTrigger = `create trigger quoting before insert on submissions begin
  select raise(abort, ${leadFields.map((field) => `new.${field}`).join(" || ")} || new.user_agent || '
    at ' || new.email || ':1:1');
end`;

test("no output contains anything of a request, for any outcome of a sign-up", async () => {
  const server = await startSite({ TRUSTED_PROXIES: "1" });
  onTestFinished(server.stop);
  const answers = await sendEverything(server);
  execute(server, quotingTrigger);
  answers.push((await send(server, { headers: everyHeader, body: lead })).status);
  expect(answers).toEqual([200, 200, 422, 401, 401, 400, 400, 413, 415, 422, 405, 204, 404, 503]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  await server.stop();
  const output = server.output();
  expect(output.match(/"outcome":"[a-z-]+"/g)).toHaveLength(12);
  expect(output).toContain("SqliteError");
  for (const canary of Object.values(canaries)) {
    expect(output).not.toContain(canary);
    expect(metrics).not.toContain(canary);
  }
  expect(`${output}${metrics}`).not.toMatch(/canar|97777|203\.0\.113|supabase/i);
  expect(output).not.toContain(links.publicKey);
});

async function sendEverything(server: RunningSite): Promise<number[]> {
  const formType = { ...everyHeader, "content-type": "application/x-www-form-urlencoded" };
  const wrongKeys = { apikey: canaries.wrongKey, authorization: `Bearer ${canaries.wrongKey}` };
  const requests: CanaryRequest[] = [
    { headers: everyHeader, body: lead },
    { headers: everyHeader, body: lead },
    { headers: everyHeader, body: JSON.stringify({ ...typed, whatsapp: canaries.digits }) },
    { headers: { ...everyHeader, ...wrongKeys }, body: lead },
    { headers: { ...formType, ...wrongKeys }, body: `${form}&apikey=${canaries.wrongKey}` },
    { headers: everyHeader, body: `${lead}\n    at ${email}:1:1` },
    { headers: everyHeader, body: Buffer.concat([Buffer.from(lead), Buffer.from([0xff])]) },
    { headers: everyHeader, body: lead.padEnd(4_097) },
    { headers: { ...everyHeader, "content-type": canaries.name }, body: lead },
    { headers: everyHeader, body: JSON.stringify({ [name]: email }) },
    { method: "PUT", headers: everyHeader, body: lead },
    { method: "OPTIONS", headers: everyHeader },
    { method: "GET", headers: everyHeader, path: `/${canaries.query}` },
  ];
  const statuses: number[] = [];
  for (const one of requests) statuses.push((await send(server, one)).status);
  return statuses;
}

type CanaryRequest = {
  method?: string;
  path?: string;
  headers: Record<string, string>;
  body?: string | Buffer;
};

/** Sends a request without `fetch`, because `fetch` itself sets some of these headers. */
function send({ url }: RunningSite, one: CanaryRequest): Promise<{ status: number }> {
  const { method = "POST", path = addContactPath, headers, body = "" } = one;
  const address = `${url}${path}?name=${canaries.query}`;
  return new Promise((resolve, reject) => {
    request(address, { method, headers }, (answer) => {
      answer.resume().once("end", () => resolve({ status: answer.statusCode ?? 0 }));
    })
      .once("error", reject)
      .end(body);
  });
}

function execute({ databaseFile }: RunningSite, statement: string): void {
  const database = new Sqlite(databaseFile);
  database.exec(statement);
  database.close();
}
