import { expect, test } from "vitest";
import { callOnce, startWithCaller, syncOf } from "#tests/support/fake-active-campaign/caller.ts";
import type { FaultName } from "./faults.ts";

/**
 * The answer to a `POST /contact/sync` to which the fault happens, and the number of contacts in the account after that
 * request.
 */
const answers: [FaultName, status: number, text: RegExp, contacts: number][] = [
  ["429", 429, /Rate limit/, 0],
  ["429 without Retry-After", 429, /Rate limit/, 0],
  ["429 with an unreadable Retry-After", 429, /Rate limit/, 0],
  ["429 with a date in Retry-After", 429, /Rate limit/, 0],
  ["429 with a day in Retry-After", 429, /Rate limit/, 0],
  ["400 rate limit", 400, /"success":0,"message":"Rate limit exceeded."/, 0],
  ["402 without a body", 402, /^$/, 0],
  ["408", 408, /Timeout/, 0],
  ["500", 500, /Error/, 0],
  ["502 with an HTML page", 502, /^<!doctype html>/, 0],
  ["503 with Retry-After", 503, /^\{\}$/, 0],
  ["2xx that isn't JSON", 200, /^<!doctype html>/, 1],
  ["2xx with half the JSON", 201, /"id":"1"$/, 1],
  ["2xx of more than 1 MB", 201, /^.{1000001}/, 1],
  ["2xx without contact.id", 201, /"deleted":"0"\}/, 1],
  ["2xx with another person's e-mail", 201, /"email":"another.person@example.com"/, 1],
  ["422 e-mail, in an HTML page", 422, /^<!doctype html>.*Email/, 0],
  ["302 to another host", 302, /^\{\}$/, 0],
  ["401", 401, /Unauthorized/, 0],
  ["403", 403, /Forbidden/, 0],
  ["403 with an HTML page", 403, /^<!doctype html>/, 0],
  ["404 on sync", 404, /^<!doctype html>/, 0],
  ["422 e-mail, errors with code", 422, /"code":"email_invalid"/, 0],
  ["422 e-mail, errors with status", 422, /"status":422.*"detail":"Email/, 0],
  ["422 e-mail, message", 422, /^\{"message":"[^"]*email[^"]*"\}$/, 0],
  ["422 e-mail, message and error", 422, /"error":"[^"]*email/, 0],
  ["400 e-mail, errors with code", 400, /"code":"email_invalid"/, 0],
  ["400 e-mail, message", 400, /email/, 0],
  ["422 phone", 422, /"Phone/, 0],
  ["422 field", 422, /"Field/, 0],
  ["400 {}", 400, /^\{\}$/, 0],
  ["409", 409, /Conflict/, 0],
  ["418", 418, /teapot/, 0],
  ["422 about something else", 422, /Unprocessable/, 0],
];

test.each(answers)("%s goes wrong once, and the next call works", async (how, ...expected) => {
  const [status, text, contacts] = expected;
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how, next: 1 });
  const answer = await sync("ana@example.com", details);
  expect(answer.status).toBe(status);
  expect(answer.text).toMatch(text);
  expect(fake.contacts).toHaveLength(contacts);
  const next = await sync("ana@example.com", details);
  expect(next.status).toBe(contacts === 0 ? 201 : 200);
});

const details = { firstName: "Ana", phone: "+5511987654321" };

test.each([
  { how: "reset before the work", contacts: 0 },
  { how: "reset after the work", contacts: 1 },
] as const)("$how gives no answer, and leaves $contacts contacts", async ({ how, contacts }) => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how, next: 1 });
  await expect(sync("ana@example.com")).rejects.toThrow("fetch failed");
  expect(fake.contacts).toHaveLength(contacts);
  expect(fake.requests).toMatchObject([{ path: "/contact/sync", status: 0 }]);
});

test.each([
  { how: "hangs before the work", contacts: 0, latencyMs: 0 },
  { how: "hangs after the work", contacts: 1, latencyMs: 0 },
  { how: undefined, contacts: 1, latencyMs: 60_000 },
] as const)(
  "after $latencyMs ms and '$how' a request is open until the fake stops",
  async (one) => {
    const { fake, sync } = await startWithCaller({ latencyMs: one.latencyMs });
    if (one.how) fake.misbehave({ how: one.how });
    const unanswered = expect(sync("ana@example.com")).rejects.toThrow("fetch failed");
    await expect.poll(() => fake.requests).toMatchObject([{ status: 0 }]);
    await expect.poll(() => fake.contacts.length).toBe(one.contacts);
    await fake.stop();
    await unanswered;
  },
);

test("a body that stalls has a good head, and ends only when the fake stops", async () => {
  const { fake } = await startWithCaller();
  fake.misbehave({ how: "stalls amid the body" });
  const headers = { "Api-Token": "fake-token" };
  const response = await fetch(`${fake.url}/api/3/users/me`, { headers });
  expect(response).toMatchObject({ status: 200, ok: true });
  const unfinished = expect(response.text()).rejects.toThrow("terminated");
  await fake.stop();
  await unfinished;
});

test.each([
  ["429", "7"],
  ["429 without Retry-After", null],
  ["429 with an unreadable Retry-After", "in a while"],
  ["429 with a date in Retry-After", "Fri, 02 Jan 2026 15:00:30 GMT"],
  ["429 with a day in Retry-After", "86400"],
] as const)("%s has the Retry-After %s", async (how, retryAfter) => {
  const { fake, sync } = await startWithCaller({ retryAfterSeconds: 7 });
  fake.misbehave({ how });
  const { headers } = await sync("ana@example.com");
  expect(headers.get("retry-after")).toBe(retryAfter);
});

test("a phone and a name are refused only in a sync that contains them", async () => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how: "422 phone" });
  fake.misbehave({ how: "422 field" });
  expect(await sync("ana@example.com", { phone: "1" })).toMatchObject({ status: 422 });
  expect(await sync("ana@example.com", { firstName: "Ana" })).toMatchObject({ status: 422 });
  expect(await sync("ana@example.com")).toMatchObject({ status: 201 });
});

test("a redirect that a client follows is recorded, with its token", async () => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how: "302 to another host" });
  const { headers } = await sync("ana@example.com");
  expect(headers.get("location")).not.toContain(fake.url);
  expect(fake.redirectsFollowed).toEqual([]);
  await callOnce(fake.url, ...syncOf("ana@example.com"), "follow");
  expect(fake.redirectsFollowed).toMatchObject([{ method: "GET", token: "fake-token" }]);
});
