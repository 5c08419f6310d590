import { expect, test } from "vitest";
import { startWithCaller, statusesOf } from "#tests/support/fake-active-campaign/caller.ts";

test("a rule applies to calls of one method and path, or that mention one person", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com");
  fake.misbehave({ on: "GET /contacts/*", how: "500" });
  fake.misbehave({ mentioning: "bia@example.com", how: "422 e-mail, message" });
  expect(await call("GET /contacts/1/contactLists")).toMatchObject({ status: 500 });
  expect(await call("GET /contacts?email=ana@example.com")).toMatchObject({ status: 200 });
  expect(await sync("bia@example.com")).toMatchObject({ status: 422 });
  expect(await sync("ana@example.com")).toMatchObject({ status: 200 });
});

test("the first rule that applies decides, as often as it says or until it ends", async () => {
  const { fake, sync } = await startWithCaller({ requestsPerSecond: 5 });
  const statuses = (count: number) => statusesOf(count, () => sync("a@b.example"));
  fake.misbehave({ how: "500", next: 1 });
  const end = fake.misbehave({ how: "418", next: 9 });
  expect(await statuses(2)).toEqual([500, 418]);
  end();
  fake.misbehave({ how: "409" });
  expect(await statuses(1)).toEqual([409]);
  fake.behave();
  expect(await statuses(1)).toEqual([201]);
  fake.misbehave({ how: "500" });
  // The rate limit comes before every rule.
  expect(await statuses(2)).toEqual([500, 429]);
});

test("a rule applies to a share of the calls, chosen by its seed", async () => {
  const chosen = async (seed: number) => {
    const { fake, sync } = await startWithCaller();
    fake.misbehave({ how: "500", share: 0.3, seed });
    return (await statusesOf(100, () => sync("a@b.example"))).filter((status) => status === 500);
  };
  const count = (await chosen(7)).length;
  expect(count).toBeGreaterThan(15);
  expect(count).toBeLessThan(45);
  expect(await chosen(7)).toHaveLength(count);
});

test.each([
  "2xx that isn't JSON",
  "2xx with half the JSON",
  "2xx of more than 1 MB",
  "2xx without contact.id",
  "2xx with another person's e-mail",
] as const)("%s hides that the work was done", async (how) => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how, next: 1 });
  const wrong = await sync("ana@example.com");
  expect(fake.contacts).toHaveLength(1);
  const good = await sync("ana@example.com");
  expect(good.status).toBe(200);
  expect(wrong.text).not.toBe(good.text);
});

test.each([
  { how: "reset before the work", contacts: 0 },
  { how: "reset after the work", contacts: 1 },
  { how: "hangs before the work", contacts: 0 },
  { how: "hangs after the work", contacts: 1 },
  { how: "stalls amid the body", contacts: 1 },
] as const)("$how gives no whole answer until the fake stops", async ({ how, contacts }) => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how, next: 1 });
  const unanswered = expect(sync("ana@example.com")).rejects.toThrow(/fetch failed|terminated/);
  await expect.poll(() => fake.requests).toHaveLength(1);
  await expect.poll(() => fake.contacts.length).toBe(contacts);
  await fake.stop();
  await unanswered;
});

test("a phone and a name are refused only in a sync that contains them", async () => {
  const { fake, sync } = await startWithCaller();
  fake.misbehave({ how: "422 phone" });
  fake.misbehave({ how: "422 field" });
  expect(await sync("ana@example.com", { phone: "1" })).toMatchObject({ status: 422 });
  expect(await sync("ana@example.com", { firstName: "Ana" })).toMatchObject({ status: 422 });
  expect(await sync("ana@example.com")).toMatchObject({ status: 201 });
});

test("a contact is gone for calls about its lists and tags, not for a sync", async () => {
  const { fake, call, sync } = await startWithCaller({ tags: ["black"] });
  await sync("ana@example.com");
  fake.misbehave({ how: "404 contact merged" });
  expect(await sync("ana@example.com")).toMatchObject({ status: 200 });
  const contactTag = { contact: "1", tag: "1" };
  expect(await call("POST /contactTags", { contactTag })).toMatchObject({ status: 404 });
  expect(await call("GET /contacts/1/contactLists")).toMatchObject({ status: 404 });
});
