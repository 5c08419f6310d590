import { expect, test } from "vitest";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s more than fifty travel together, and are known to have arrived",
  async (engine) => {
    const { fake, signUp, carryOnFor, deliveries } = await startDelivering(engine);
    await signUp(...people(60));
    await carryOnFor(60_000);
    expect(fake.contacts).toHaveLength(60);
    expect(fake.contacts[0]).toMatchObject({ lists: { 2: 1 }, tags: ["black", "new"] });
    expect(fake.requests.map(({ path }) => path)).toEqual([
      "/import/bulk_import",
      expect.stringMatching(/^\/import\/info/),
    ]);
    expect(new Set((await deliveries()).map(({ last_outcome }) => last_outcome))).toEqual(
      new Set(["delivered: imported"]),
    );
  },
);

test("fifty go one by one, as each answer tells more", async () => {
  const { fake, signUp, courier } = await startDelivering();
  await signUp(...people(50));
  await courier.runPass();
  expect(fake.requests[0]?.path).toBe("/contact/sync");
});

test("addresses that a batch is refused for are set aside, and tried alone", async () => {
  const refused = (email: string) => email.includes("odd");
  const { fake, signUp, carryOnFor, deliveries } = await startDelivering("sqlite", {
    refusesInBatch: ({ email }) => (refused(email) ? "Field 'email' incorrect format" : undefined),
  });
  await signUp(...people(60), ...people(2, "odd"));
  await carryOnFor(120_000);
  expect(fake.contacts).toHaveLength(62);
  expect((await deliveries()).filter(({ individually }) => individually === 1)).toHaveLength(2);
});

test("addresses that fail in a batch that was taken go to the single lane", async () => {
  const { fake, signUp, carryOnFor, deliveries } = await startDelivering("sqlite", {
    failsAtImport: (email) => email.startsWith("odd"),
  });
  await signUp(...people(60), ...people(2, "odd"));
  await carryOnFor(120_000);
  expect(fake.contacts).toHaveLength(62);
  expect((await deliveries()).every(({ state }) => state === "delivered")).toBe(true);
});

test("a batch that says nothing yet is asked again", async () => {
  const { fake, signUp, carryOnFor } = await startDelivering();
  fake.misbehave({ how: "batch without a status yet", next: 2 });
  await signUp(...people(60));
  await carryOnFor(120_000);
  expect(fake.contacts).toHaveLength(60);
});

test("a batch that never completes is looked at after ten minutes, and its leads go alone in the end", async () => {
  const { fake, signUp, carryOnFor, courier, deliveries, clock } = await startDelivering("sqlite", {
    neverCompletes: () => true,
  });
  await signUp(...people(51));
  await carryOnFor(11 * 60_000);
  const asked = fake.requests.length;
  await carryOnFor(12 * 60_000);
  expect(fake.requests.length - asked).toBe(1);
  expect((await deliveries()).every(({ state }) => state === "importing")).toBe(true);
  clock.now += 3_600_000;
  await courier.runPass();
  expect((await deliveries()).every(({ individually }) => individually === 1)).toBe(true);
  expect(fake.contacts).not.toHaveLength(0);
});

test("a batch that ends without anybody sends its leads alone", async () => {
  const { fake, signUp, courier, deliveries, clock } = await startDelivering("sqlite", {
    breaksOff: () => "failed",
  });
  await signUp(...people(51));
  await courier.runPass();
  clock.now += 10_000;
  await courier.runPass();
  expect((await deliveries()).every(({ individually }) => individually === 1)).toBe(true);
  expect(fake.contacts).not.toHaveLength(0);
});

test("who signs up again while travelling is delivered again", async () => {
  const { fake, signUp, carryOn, carryOnFor, clock } = await startDelivering("sqlite", {
    importTakesMs: 30_000,
  });
  await signUp(...people(51));
  await carryOn();
  clock.now += 5_000;
  await signUp({ email: "somebody0@example.com", name: "Nova Pessoa" });
  await carryOnFor(120_000);
  expect(fake.contacts.find(({ email }) => email === "somebody0@example.com")).toMatchObject({
    firstName: "Nova",
    lastName: "Pessoa",
  });
});

test("a batch whose answer is lost is sent again, and nobody arrives twice", async () => {
  const { fake, signUp, carryOnFor } = await startDelivering();
  fake.misbehave({ how: "reset after the work", next: 1 });
  await signUp(...people(60));
  await carryOnFor(120_000);
  expect(fake.contacts).toHaveLength(60);
  expect(fake.batches).toHaveLength(2);
});

test("no batch is larger than the vendor takes, in contacts and in bytes", async () => {
  const { fake, signUp, carryOnFor } = await startDelivering();
  const long = `${"x".repeat(3_000)}@`;
  await signUp(...people(190).map(({ email }) => ({ email: email.replace("@", long) })));
  await carryOnFor(300_000);
  expect(fake.contacts).toHaveLength(190);
  expect(fake.batches).toHaveLength(2);
  expect(fake.requests.every(({ status }) => status === 200 || status === 201)).toBe(true);
});

function people(count: number, name = "somebody") {
  return Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.com` }));
}
