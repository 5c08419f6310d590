import { expect, test } from "vitest";
import {
  importOf,
  startWithCaller,
  statusesOf,
} from "#tests/support/fake-active-campaign/caller.ts";
import { accountLimits, peakPerSecond } from "./limits.ts";

test("the sixth request within a second is refused", async () => {
  const { clock, sync } = await startWithCaller(accountLimits);
  for (const name of ["a", "b", "c", "d", "e"]) {
    expect(await sync(`${name}@example.com`)).toMatchObject({ status: 201 });
  }
  clock.now += 999;
  const refused = await sync("f@example.com");
  expect(refused).toMatchObject({ status: 429, body: { message: "Rate limit exceeded" } });
  expect(refused.headers.get("retry-after")).toBe("1");
  clock.now += 1;
  expect(await sync("f@example.com")).toMatchObject({ status: 201 });
});

test("every request is recorded with its time, its path and its status", async () => {
  const { fake, clock, call, sync } = await startWithCaller();
  await sync("ana@example.com");
  await call("GET /contacts?email=ana@example.com");
  await call("GET /nowhere");
  const at = clock.now;
  expect(fake.requests).toEqual([
    { at, method: "POST", path: "/contact/sync", status: 201 },
    { at, method: "GET", path: "/contacts", status: 200 },
    { at, method: "GET", path: "/nowhere", status: 404 },
  ]);
});

test.each([
  { times: [], peak: 0 },
  { times: [0, 999], peak: 2 },
  { times: [0, 1_000], peak: 1 },
  { times: [0, 600, 900, 1_200, 1_500, 3_000], peak: 4 },
])("requests at $times ms have a peak of $peak a second", ({ times, peak }) => {
  expect(peakPerSecond(times.map((at) => ({ at })))).toBe(peak);
});

test.each([
  [100, "several contacts", [{ email: "ana@example.com" }, { email: "bia@example.com" }]],
  [20, "one contact", [{ email: "ana@example.com" }]],
])("%i imports of %s a minute are accepted", async (count, _, people) => {
  const { clock, call } = await startWithCaller();
  const request = importOf(...people);
  expect(await statusesOf(count, () => call(...request))).toEqual(new Array(count).fill(200));
  clock.now += 59_999;
  const refused = { status: 400, body: { success: 0, message: "Rate limit exceeded." } };
  expect(await call(...request)).toMatchObject(refused);
  clock.now += 1;
  expect(await call(...request)).toMatchObject({ status: 200 });
});

test("a request can import 250 contacts, but not 251", async () => {
  const { call } = await startWithCaller();
  const people = Array.from({ length: 251 }, (_, index) => ({ email: `${index}@example.com` }));
  expect(await call(...importOf(...people))).toMatchObject({ status: 400, body: { success: 0 } });
  expect(await call(...importOf(...people.slice(1)))).toMatchObject({
    status: 200,
    body: { queued_contacts: 250 },
  });
});

test("an import of 399,999 bytes is accepted, and one of 400,000 is not", async () => {
  const { call } = await startWithCaller();
  const [on, body] = importOf({ email: "ana@example.com", first_name: "" });
  const room = 400_000 - JSON.stringify(body).length;
  const sized = (length: number) =>
    importOf({ email: "ana@example.com", first_name: "x".repeat(length) });
  expect(await call(on, sized(room)[1])).toMatchObject({ status: 400, body: { success: 0 } });
  expect(await call(on, sized(room - 1)[1])).toMatchObject({ status: 200 });
});
