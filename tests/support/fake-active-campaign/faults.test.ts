import { expect, test } from "vitest";
import { callOnce, startWithCaller, syncOf } from "./caller.ts";
import type { Misbehaviour } from "./faults.ts";

/** What is heard from outside, and how many people the account has after it. */
const answers: [Misbehaviour, status: number, said: RegExp, people: number][] = [
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
  ["2xx with another person's address", 201, /"email":"somebody.else@example.com"/, 1],
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

test.each(answers)("%s, once, and then it is well again", async (how, status, said, people) => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how, next: 1 });
  const heard = await sync("ana@example.com", everything);
  expect(heard.status).toBe(status);
  expect(heard.text).toMatch(said);
  expect(fake.contacts).toHaveLength(people);
  const { status: then } = await sync("ana@example.com", everything);
  expect(then).toBe(people === 0 ? 201 : 200);
});

const everything = { phone: "+5511987654321", fieldValues: [{ field: "1", value: "popup" }] };

test.each([
  { how: "reset before the work", people: 0 },
  { how: "reset after the work", people: 1 },
] as const)("$how gives no answer, and leaves $people people", async ({ how, people }) => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how, next: 1 });
  await expect(sync("ana@example.com")).rejects.toThrow("fetch failed");
  expect(fake.contacts).toHaveLength(people);
  expect(fake.requests).toMatchObject([{ path: "/contact/sync", status: 0 }]);
});

test.each([
  { how: "hangs before the work", people: 0 },
  { how: "hangs after the work", people: 1 },
] as const)("$how until the fake stops", async ({ how, people }) => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how });
  const unanswered = expect(sync("ana@example.com")).rejects.toThrow("fetch failed");
  await expect.poll(() => fake.requests.length).toBe(1);
  await expect.poll(() => fake.contacts.length).toBe(people);
  await fake.stop();
  await unanswered;
});

test("a body that stalls begins well, and ends only with the fake", async () => {
  const { fake } = await startWithCaller();
  fake.misbehave({ how: "stalls amid the body" });
  const headers = { "Api-Token": "fake-token" };
  const response = await fetch(`${fake.url}/api/3/users/me`, { headers });
  expect(response).toMatchObject({ status: 200, ok: true });
  const unfinished = expect(response.text()).rejects.toThrow("terminated");
  await fake.stop();
  await unfinished;
});

test("a slow account does the work at once, and answers late", async () => {
  const { fake, sync } = await startWithCaller({ latencyMs: 60_000 });
  const unanswered = expect(sync("ana@example.com")).rejects.toThrow("fetch failed");
  await expect.poll(() => fake.contacts.length).toBe(1);
  expect(fake.requests).toMatchObject([{ status: 0 }]);
  await fake.stop();
  await unanswered;
});

test.each([
  ["429", "7"],
  ["429 without Retry-After", null],
  ["429 with an unreadable Retry-After", "in a while"],
  ["429 with a date in Retry-After", "Fri, 02 Jan 2026 15:00:30 GMT"],
  ["429 with a day in Retry-After", "86400"],
] as const)("%s asks to wait: %s", async (how, retryAfter) => {
  const { fake, sync } = await startWithCaller({ retryAfterSeconds: 7 });
  fake.misbehave({ how });
  const { headers } = await sync("ana@example.com");
  expect(headers.get("retry-after")).toBe(retryAfter);
  expect(headers.get("ratelimit-remaining")).toBe("0");
});

test("a phone and a field are complained of only while they are sent", async () => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how: "422 phone" });
  fake.misbehave({ how: "422 field" });
  expect(await sync("ana@example.com", everything)).toMatchObject({ status: 422 });
  const { fieldValues } = everything;
  expect(await sync("ana@example.com", { fieldValues })).toMatchObject({ status: 422 });
  expect(await sync("ana@example.com")).toMatchObject({ status: 201 });
});

test.each(["404 contact deleted", "404 contact merged"] as const)(
  "%s comes from lists and tags, never from a sync",
  async (how) => {
    const { fake, call, sync } = await startWithCaller({ tags: ["black"] });
    await sync("ana@example.com");
    fake.misbehave({ how });
    expect(await sync("ana@example.com")).toMatchObject({ status: 200 });
    const contactTag = { contact: "1", tag: "1" };
    const contactList = { contact: 1, list: 1, status: 1 };
    const gone = { status: 404, body: { errors: [{ detail: "Contact not found" }] } };
    expect(await call("POST /contactTags", { contactTag })).toMatchObject(gone);
    expect(await call("POST /contactLists", { contactList })).toMatchObject(gone);
    expect(await call("GET /contacts/1/contactLists")).toMatchObject({ status: 404 });
    expect(fake.contacts).toHaveLength(how === "404 contact deleted" ? 0 : 1);
  },
);

test("a tag that somebody creates first is a duplicate, and is there", async () => {
  const { fake, call } = await startWithCaller();
  fake.misbehave({ how: "tag created meanwhile", next: 1 });
  expect(await call("POST /tags", { tag: { tag: "black" } })).toMatchObject({
    status: 422,
    body: { error: "Duplicate entry 'contact-black' for key 'typetag'" },
  });
  expect(fake.tags).toEqual([{ id: "1", tag: "black" }]);
});

test("a batch can be without a status for a while", async () => {
  const { fake, call } = await startWithCaller();
  fake.misbehave({ how: "batch without a status yet", next: 1 });
  await call("POST /import/bulk_import", { contacts: [{ email: "ana@example.com" }] });
  const info = () => call("GET /import/info?batchId=fake-batch-1");
  expect(await info()).toMatchObject({ status: 200, body: { status: false } });
  expect(await info()).toMatchObject({ body: { status: "completed" } });
});

test("who follows a redirect to another host is noted, with the token given away", async () => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how: "302 to another host" });
  const { headers } = await sync("ana@example.com");
  expect(headers.get("location")).not.toContain(fake.url);
  expect(fake.followers).toEqual([]);
  await callOnce(fake.url, ...syncOf("ana@example.com"), "follow");
  expect(fake.followers).toMatchObject([{ method: "GET", token: "fake-token" }]);
});
