import { expect, test } from "vitest";
import { importOf, startWithCaller } from "#tests/support/fake-active-campaign/caller.ts";

test("imported contacts come when their batch is completed, not before", async () => {
  const { fake, clock, call } = await startWithCaller({ importTakesMs: 10_000, tags: ["black"] });
  const [ana, bia] = [person("ana"), person("bia")];
  const queued = { Success: 1, queued_contacts: 2, batchId: "fake-batch-1" };
  expect(await call(...importOf(ana, bia))).toMatchObject({ status: 200, body: queued });
  const info = () => call("GET /import/info?batchId=fake-batch-1");
  expect(await info()).toMatchObject({ body: { status: "waiting", success: [] } });
  clock.now += 9_999;
  expect(await info()).toMatchObject({ body: { status: "active" } });
  expect(fake.contacts).toEqual([]);
  clock.now += 1;
  expect(fake.contacts).toHaveLength(2);
  expect(fake.contacts[0]).toEqual({
    id: "1",
    email: "ana@example.com",
    fields: {},
    firstName: "ana",
    lastName: "Lima",
    phone: "+5511987654321",
    lists: { 1: 1 },
    tags: ["black", "new"],
  });
  expect(await info()).toMatchObject({
    body: { status: "completed", success: ["1", "2"], failure: [] },
  });
});

test("an import subscribes no contact again, and keeps what it leaves out", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com", { firstName: "Ana" });
  await call("POST /contactLists", { contactList: { list: 1, contact: 1, status: 2 } });
  await call(...importOf({ email: "Ana@example.com", subscribe: [{ listid: 1 }] }));
  expect(fake.batches).toMatchObject([{ status: "completed", success: ["1"] }]);
  expect(fake.contacts).toMatchObject([{ firstName: "Ana", lists: { 1: 2 } }]);
});

test("one bad e-mail makes the whole batch be refused, and is named", async () => {
  const { fake, call } = await startWithCaller({
    refusesInBatch: ({ phone }) => (phone === "?" ? "Field 'phone' incorrect format" : undefined),
  });
  const people = [person("ana"), { email: "bia@" }, { email: "caio@example.com", phone: "?" }];
  expect(await call(...importOf(...people))).toMatchObject({
    status: 400,
    body: {
      success: 0,
      failureReasons: [
        { contact: 1, failureReason: "Field 'email' incorrect format" },
        { contact: 2, failureReason: "Field 'phone' incorrect format" },
      ],
    },
  });
  expect(fake.batches).toEqual([]);
});

function person(name: string) {
  return {
    email: `${name}@example.com`,
    first_name: name,
    last_name: "Lima",
    phone: "+5511987654321",
    tags: ["black", "new"],
    subscribe: [{ listid: 1 }],
  };
}
