import { expect } from "vitest";
import { refusals } from "#content/refusals.ts";
import { nonPageHeaders } from "#server/pages/security.ts";
import { sentenceFor, typeForPerson, written } from "#tests/support/contract/differences.ts";
import { allowedOrigin, ownOrigin, type Runtime } from "#tests/support/contract/runtime.ts";
import { countStored } from "#tests/support/contract/senders.ts";
import type { Contract } from "./contract.ts";
import { answersToForms, answersToScripts, type Row } from "./every-answer.ts";

const all = [...answersToScripts, ...answersToForms];
/** The refusals that can be caused without storing another sign-up first. */
const refusedAtOnce = all.filter(
  ([, { status, code }]) => status >= 400 && status !== 429 && code !== "key-reused",
);
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const givenId = "0af7651916cd43dd8448eb211c80319c";

export const answers: Contract = {
  ...eachOf(answersToScripts, (what) => `${what}: a script gets the code`, expectCode),
  ...eachOf(answersToForms, (what) => `${what}: a person gets its sentence`, expectPage),
  ...eachOf(refusedAtOnce, (what) => `${what}: nothing is stored`, expectNothingStored),
  ...eachOf(all, (what) => `${what}: pages of allowed origins may read the answer`, expectReadable),
  ...eachOf(all, (what) => `${what}: pages of other origins may not read it`, expectUnreadable),
  ...eachOf(all, (what) => `${what}: the answer has the request's id, or a new one`, expectId),
};

function eachOf(
  rows: readonly Row[],
  title: (what: string) => string,
  run: (runtime: Runtime, row: Row) => Promise<void>,
): Contract {
  const named = rows.map(
    (row) => [title(row[0]), (runtime: Runtime) => run(runtime, row)] as const,
  );
  return Object.fromEntries(named);
}

async function expectCode(runtime: Runtime, [, { status, code }, send]: Row): Promise<void> {
  const answer = await send(runtime, {});
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject(commonTo(nonPageHeaders));
  expect(answer.headers.get("allow")).toBe(status === 405 ? "POST" : null);
  expectRetryAfter(answer);
  if (code === undefined) return;
  expect(answer.headers.get("content-type")).toBe("application/json");
  const fields = code === "invalid-lead" ? { fields: expect.any(Array) } : {};
  expect(await answer.json()).toEqual({ ok: false, code, message: refusals[code], ...fields });
}

/** How the names of headers come from `fetch`. */
function commonTo(headers: Record<string, string>) {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...Object.fromEntries(lower), "cache-control": "no-store" };
}

function expectRetryAfter({ status, headers }: Response): void {
  const seconds = headers.get("retry-after");
  if (status === 503) expect(seconds).toBe("5");
  else if (status === 429) expect(seconds).toMatch(/^[1-9]\d?$/);
  else expect(seconds).toBeNull();
}

async function expectPage(runtime: Runtime, [, { status, code }, send]: Row): Promise<void> {
  const answer = await send(runtime, {});
  expect(answer.status).toBe(status);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("etag")).toBeNull();
  expect(answer.headers.get("allow")).toBe(status === 405 ? "POST" : null);
  expectRetryAfter(answer);
  if (code === undefined) return;
  expect(answer.headers.get("content-type")).toBe(typeForPerson(runtime, code));
  const page = await answer.text();
  expect(page).toContain(written(runtime, sentenceFor(runtime, code)));
  expect(page).not.toMatch(/\{\{|data-if-/);
}

async function expectNothingStored(runtime: Runtime, [, , send]: Row): Promise<void> {
  const before = await countStored(runtime);
  await (await send(runtime, {})).arrayBuffer();
  expect(await countStored(runtime)).toBe(before);
}

async function expectReadable(runtime: Runtime, [, { status }, send]: Row): Promise<void> {
  for (const origin of [ownOrigin, allowedOrigin]) {
    const answer = await send(runtime, { origin });
    await answer.arrayBuffer();
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    expect(answer.headers.get("access-control-expose-headers")).toBe("Retry-After, X-Request-Id");
    expect(answer.headers.get("vary")).toContain("Origin");
  }
}

async function expectUnreadable(runtime: Runtime, [, { status }, send]: Row): Promise<void> {
  for (const origin of ["https://other.example", "null", `${allowedOrigin}.evil.example`]) {
    const answer = await send(runtime, { origin });
    await answer.arrayBuffer();
    expect(answer.status).toBe(status);
    const names = [...answer.headers.keys()];
    expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(answer.headers.get("vary")).toContain("Origin");
  }
}

async function expectId(runtime: Runtime, [, , send]: Row): Promise<void> {
  const echoed = await send(runtime, { "x-request-id": givenId });
  await echoed.arrayBuffer();
  expect(echoed.headers.get("x-request-id")).toBe(givenId);
  const made = await send(runtime, { "x-request-id": "5511987654321" });
  await made.arrayBuffer();
  expect(made.headers.get("x-request-id")).toMatch(uuid);
}
