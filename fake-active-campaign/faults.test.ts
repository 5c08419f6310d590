import { expect, test } from "vitest";
import { callOnce, startWithCaller, syncOf } from "#tests/support/fake-active-campaign/caller.ts";

test.each([
  "2xx that isn't JSON",
  "2xx with half the JSON",
  "2xx of more than 1 MB",
  "2xx without contact.id",
  "2xx with another person's e-mail",
] as const)("%s hides that the work was done, and goes wrong once", async (how) => {
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
