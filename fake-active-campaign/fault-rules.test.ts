import { expect, test } from "vitest";
import { startWithCaller } from "#tests/support/fake-active-campaign/caller.ts";
import { createRules } from "./fault-rules.ts";
import type { Call } from "./server.ts";

test("a rule applies to calls of one method and path", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com");
  fake.misbehave({ on: "GET /contacts/*", how: "500" });
  expect(await call("GET /contacts/1/contactLists")).toMatchObject({ status: 500 });
  expect(await call("GET /contacts?email=ana@example.com")).toMatchObject({ status: 200 });
  expect(await call("DELETE /contacts/1")).toMatchObject({ status: 200 });
});

test("a rule applies to calls that mention one person", async () => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ mentioning: "ana@example.com", how: "422 e-mail, message" });
  expect(await sync("ana@example.com")).toMatchObject({ status: 422 });
  expect(await sync("bia@example.com")).toMatchObject({ status: 201 });
});

test("a rule applies to the next two calls only", async () => {
  const { fake, statuses } = await startWithStatuses();
  fake.misbehave({ how: "500", next: 2 });
  expect(await statuses(4)).toEqual([500, 500, 201, 200]);
});

test("a rule applies to a share of the calls, chosen by its seed", () => {
  const chosen = [7, 7, 8].map((seed) => {
    const rules = createRules();
    rules.add({ how: "500", share: 0.3, seed });
    return Array.from({ length: 1_000 }, () => rules.faultFor(anyCall) !== undefined);
  });
  const [first = [], again, other] = chosen;
  expect(first.filter(Boolean).length).toBeGreaterThan(250);
  expect(first.filter(Boolean).length).toBeLessThan(350);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test("of several rules the first that applies decides, and each can be ended", async () => {
  const { fake, statuses } = await startWithStatuses();
  const endFirst = fake.misbehave({ how: "500" });
  fake.misbehave({ how: "418" });
  expect(await statuses(1)).toEqual([500]);
  endFirst();
  expect(await statuses(1)).toEqual([418]);
  fake.behave();
  expect(await statuses(1)).toEqual([201]);
});

test("the rate limit comes before every rule", async () => {
  const { fake, statuses } = await startWithStatuses({ requestsPerSecond: 1 });
  fake.misbehave({ how: "500" });
  expect(await statuses(2)).toEqual([500, 429]);
});

test.each(["404 contact deleted", "404 contact merged"] as const)(
  "%s happens to calls about lists and tags, never to a sync",
  async (how) => {
    const { fake, call, sync } = await startWithCaller({ tags: ["black"] });
    await sync("ana@example.com");
    fake.misbehave({ how });
    expect(await sync("ana@example.com")).toMatchObject({ status: 200 });
    const contactTag = { contact: "1", tag: "1" };
    const contactList = { contact: 1, list: 1, status: 1 };
    const notFound = { status: 404, body: { errors: [{ detail: "Contact not found" }] } };
    expect(await call("POST /contactTags", { contactTag })).toMatchObject(notFound);
    expect(await call("POST /contactLists", { contactList })).toMatchObject(notFound);
    expect(await call("GET /contacts/1/contactLists")).toMatchObject({ status: 404 });
    expect(fake.contacts).toHaveLength(how === "404 contact deleted" ? 0 : 1);
  },
);

test("a tag that another client creates first is a duplicate", async () => {
  const { fake, call } = await startWithCaller();
  fake.misbehave({ how: "tag created meanwhile", next: 1 });
  expect(await call("POST /tags", { tag: { tag: "black" } })).toMatchObject({
    status: 422,
    body: { error: "Duplicate entry 'contact-black' for key 'typetag'" },
  });
  expect(fake.tags).toEqual([{ id: "1", tag: "black" }]);
});

test("a batch can lack its status, and a search miss a contact", async () => {
  const { fake, call } = await startWithCaller();
  fake.misbehave({ how: "batch without a status yet", next: 1 });
  fake.misbehave({ how: "finds no contact", next: 1 });
  await call("POST /import/bulk_import", { contacts: [{ email: "ana@example.com" }] });
  const info = () => call("GET /import/info?batchId=fake-batch-1");
  const search = () => call("GET /contacts?email=ana@example.com");
  expect(await info()).toMatchObject({ status: 200, body: { status: false } });
  expect(await info()).toMatchObject({ body: { status: "completed" } });
  expect(await search()).toMatchObject({ body: { contacts: [] } });
  expect(await search()).toMatchObject({ body: { contacts: [{ email: "ana@example.com" }] } });
});

const anyCall: Call = {
  method: "GET",
  path: "/lists",
  query: new URLSearchParams(),
  text: "",
  token: undefined,
  at: 0,
};

async function startWithStatuses(options = {}) {
  const { fake, sync } = await startWithCaller(options);
  const statuses = async (count: number) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await sync("a@b.example")).status);
    return seen;
  };
  return { fake, statuses };
}
