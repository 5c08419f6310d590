import { expect, test } from "vitest";
import { importOf, startWithCaller, statusesOf } from "./caller.ts";

test("imported people are there when their batch is completed, not before", async () => {
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
    ...{ id: "1", email: "ana@example.com", firstName: "ana", lastName: "Lima" },
    ...{ phone: "+5511987654321", fields: { 3: "popup" }, lists: { 1: 1 }, tags: ["black", "new"] },
  });
  expect(fake.tags).toMatchObject([{ tag: "black" }, { id: "2", tag: "new" }]);
  expect(await info()).toMatchObject({
    body: { status: "completed", success: ["1", "2"], failure: [] },
  });
});

test("an import does not subscribe again who had unsubscribed, and keeps what it leaves out", async () => {
  const { fake, call, sync } = await startWithCaller();
  await sync("ana@example.com", { firstName: "Ana" });
  await call("POST /contactLists", { contactList: { list: 1, contact: 1, status: 2 } });
  await call(...importOf({ email: "Ana@example.com", subscribe: [{ listid: 1 }] }));
  expect(fake.batches).toMatchObject([{ status: "completed", success: ["1"] }]);
  expect(fake.contacts).toMatchObject([{ firstName: "Ana", lists: { 1: 2 } }]);
});

test("one bad address refuses the whole batch, and says which", async () => {
  const { fake, call } = await startWithCaller({
    refusesInBatch: ({ phone }) => (phone === "?" ? "Field 'phone' incorrect format" : undefined),
  });
  const people = [person("ana"), { email: "bia@" }, { email: "cau@example.com", phone: "?" }];
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

test("an address can fail though its batch was accepted", async () => {
  const { fake, call } = await startWithCaller({
    failsAtImport: (email) => email.startsWith("bia"),
  });
  await call(...importOf(person("ana"), person("bia")));
  expect(await call("GET /import/info?batchId=fake-batch-1")).toMatchObject({
    body: { status: "completed", success: ["1"], failure: ["bia@example.com"] },
  });
  expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
});

test("a batch can stay unfinished until told otherwise, or break off", async () => {
  const { fake, clock, call } = await startWithCaller({
    neverCompletes: ({ number }) => number === 1,
    breaksOff: ({ number }) => (number === 2 ? "failed" : undefined),
  });
  for (const name of ["ana", "bia", "cau"]) await call(...importOf(person(name)));
  clock.now += 1e9;
  const states = () => fake.batches.map(({ status }) => status);
  expect(states()).toEqual(["active", "failed", "completed"]);
  fake.importer.neverCompletes = () => false;
  expect(states()).toEqual(["completed", "failed", "completed"]);
});

test("asking after no batch is a 400", async () => {
  const { call } = await startWithCaller();
  expect(await call("GET /import/info")).toMatchObject({
    status: 400,
    body: { success: 0, message: "'batchId' is a required field." },
  });
});

test("five thousand people arrive, each once", async () => {
  const { fake, call } = await startWithCaller();
  const statuses = await statusesOf(20, (batch) => {
    const people = Array.from({ length: 250 }, (_, index) => person(`p${batch * 250 + index}`));
    return call(...importOf(...people));
  });
  expect(statuses).toEqual(new Array(20).fill(200));
  expect(fake.contacts).toHaveLength(5_000);
  expect(new Set(fake.contacts.map(({ email }) => email)).size).toBe(5_000);
});

function person(name: string) {
  return {
    ...{ email: `${name}@example.com`, first_name: name, last_name: "Lima" },
    ...{ phone: "+5511987654321", tags: ["black", "new"], fields: [{ id: 3, value: "popup" }] },
    subscribe: [{ listid: 1 }],
  };
}
