import { expect, test } from "vitest";
import type { Call } from "./call.ts";
import { startWithCaller } from "./caller.ts";
import { createRules } from "./fault-rules.ts";

test("a rule picks calls by method and path", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com");
  fake.misbehave({ on: "GET /contacts/*", how: "500" });
  expect(await call("GET /contacts/1/contactLists")).toMatchObject({ status: 500 });
  expect(await call("GET /contacts?email=ana@example.com")).toMatchObject({ status: 200 });
  expect(await call("DELETE /contacts/1")).toMatchObject({ status: 200 });
});

test("a rule picks one person", async () => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ mentioning: "ana@example.com", how: "422 e-mail, message" });
  expect(await sync("ana@example.com")).toMatchObject({ status: 422 });
  expect(await sync("bia@example.com")).toMatchObject({ status: 201 });
});

test("the next two calls only", async () => {
  const { fake, statuses } = await startCounting();
  fake.misbehave({ how: "500", next: 2 });
  expect(await statuses(4)).toEqual([500, 500, 201, 200]);
});

test("about a share of the calls, the same ones for the same seed", () => {
  const drawn = [7, 7, 8].map((seed) => {
    const rules = createRules();
    rules.add({ how: "500", share: 0.3, seed });
    return Array.from({ length: 1_000 }, () => rules.wayFor(anyCall) !== undefined);
  });
  const [first = [], again, other] = drawn;
  expect(first.filter(Boolean).length).toBeGreaterThan(250);
  expect(first.filter(Boolean).length).toBeLessThan(350);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test("the first rule that fits decides, and each can be ended", async () => {
  const { fake, statuses } = await startCounting();
  const endFirst = fake.misbehave({ how: "500" });
  fake.misbehave({ how: "418" });
  expect(await statuses(1)).toEqual([500]);
  endFirst();
  expect(await statuses(1)).toEqual([418]);
  fake.behave();
  expect(await statuses(1)).toEqual([201]);
});

test("too fast is too fast, whatever else is told to go wrong", async () => {
  const { fake, statuses } = await startCounting({ requestsPerSecond: 1 });
  fake.misbehave({ how: "500" });
  expect(await statuses(2)).toEqual([500, 429]);
});

const anyCall: Call = {
  ...{ method: "GET", path: "/lists", query: new URLSearchParams() },
  ...{ text: "", bytes: 0, token: undefined, at: 0 },
};

async function startCounting(options = {}) {
  const { fake, sync } = await startWithCaller(options);
  const statuses = async (count: number) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await sync("a@b.example")).status);
    return seen;
  };
  return { fake, statuses };
}
