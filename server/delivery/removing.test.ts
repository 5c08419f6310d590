import { expect, test } from "vitest";
import { erasePerson } from "#server/storage/erasure/erase-person.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import type { FakeActiveCampaign } from "#tests/support/fake-active-campaign/start.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s somebody erased here is removed there, and nothing names them any more",
  async (engine) => {
    const { fake, signUp, carryOn, database, clock } = await startDelivering(engine);
    await signUp({}, { email: "bia@example.com" });
    await carryOn();
    await erasePerson(database, "Ana@Example.com", clock.now);
    await carryOn();
    expect(fake.contacts).toMatchObject([{ email: "bia@example.com" }]);
    const removals = await database.selectFrom("removals").selectAll().execute();
    expect(removals).toMatchObject([
      { email: null, email_key: null, contact_id: null, import_id: null, due_at: null },
    ]);
    expect(removals).toMatchObject([{ done_at: clock.now }]);
  },
);

test("who was never there is removed as well", async () => {
  const { fake, carryOn, database, clock } = await startDelivering();
  await erasePerson(database, "ana@example.com", clock.now);
  await carryOn();
  expect(fake.requests).toMatchObject([
    { method: "GET", path: expect.stringMatching("^/contacts") },
  ]);
  expect(await database.selectFrom("removals").select("done_at").execute()).toEqual([
    { done_at: clock.now },
  ]);
});

test("a contact id that belongs to another person does not remove that person", async () => {
  const { fake, signUp, carryOn, database, clock } = await startDelivering();
  await signUp({}, { email: "bia@example.com" });
  await carryOn();
  const wrong = fake.contacts.find(({ email }) => email === "bia@example.com")?.id ?? "";
  await database.updateTable("deliveries").set({ contact_id: wrong }).execute();
  await erasePerson(database, "ana@example.com", clock.now);
  await carryOn();
  expect(addressesIn(fake)).toEqual(["bia@example.com"]);
  expect(await database.selectFrom("removals").select("done_at").execute()).toEqual([
    { done_at: clock.now },
  ]);
});

test("a contact that is found only by its id is removed if its e-mail is the same", async () => {
  const { fake, signUp, carryOn, database, clock } = await startDelivering();
  await signUp({});
  await carryOn();
  fake.misbehave({ how: "finds no contact", on: "GET /contacts", next: 1 });
  await erasePerson(database, "ana@example.com", clock.now);
  await carryOn();
  expect(fake.contacts).toEqual([]);
});

test("a removal that fails is tried again, before anything of that person is delivered", async () => {
  const { fake, signUp, carryOn, database, clock } = await startDelivering();
  await signUp({});
  await carryOn();
  await erasePerson(database, "ana@example.com", clock.now);
  fake.misbehave({ how: "500", on: "DELETE /contacts/*", next: 3 });
  clock.now += 1_000;
  await signUp({ name: "Ana de Novo" });
  await carryOn();
  expect(fake.contacts).toMatchObject([{ lastName: "Maria Lima" }]);
  clock.now += 60_000;
  await carryOn();
  expect(fake.contacts).toMatchObject([{ id: "2", firstName: "Ana", lastName: "de Novo" }]);
});

test.each(engines)(
  "on %s who is erased while they travel is removed once they have arrived, however late",
  async (engine) => {
    const { fake, signUp, carryOn, carryOnFor, database, clock } = await startDelivering(engine, {
      importTakesMs: 45 * minutes,
    });
    await signUp(...travellers);
    await carryOn();
    await erasePerson(database, "somebody0@example.com", clock.now);
    await carryOnFor(60 * minutes);
    await carryOn();
    expect(addressesIn(fake)).toHaveLength(50);
    expect(addressesIn(fake)).not.toContain("somebody0@example.com");
  },
);

test("who is erased, having signed up again while they travelled, is not brought back either", async () => {
  const { fake, signUp, carryOn, carryOnFor, deliveries, database, clock } = await startDelivering(
    "sqlite",
    { importTakesMs: 2 * minutes },
  );
  await signUp(...travellers);
  await carryOn();
  clock.now += 5_000;
  await signUp({ email: "somebody0@example.com", name: "Nova Pessoa" });
  await carryOn();
  expect((await deliveries())[0]).toMatchObject({ state: "due", import_id: 1 });
  await erasePerson(database, "somebody0@example.com", clock.now);
  await carryOnFor(10 * minutes);
  await carryOn();
  expect(addressesIn(fake)).toHaveLength(50);
  expect(addressesIn(fake)).not.toContain("somebody0@example.com");
});

test("who travels with a batch whose answer was lost is removed after it as well", async () => {
  const { fake, signUp, courier, carryOn, carryOnFor, database, clock } = await startDelivering(
    "sqlite",
    { importTakesMs: 2 * minutes },
  );
  fake.misbehave({ how: "reset after the work", next: 1 });
  await signUp(...travellers);
  await courier.runPass();
  await erasePerson(database, "somebody0@example.com", clock.now);
  await carryOnFor(20 * minutes);
  clock.now += 20 * minutes;
  await carryOn();
  expect(addressesIn(fake)).toHaveLength(50);
  expect(addressesIn(fake)).not.toContain("somebody0@example.com");
});

test("a removal waits for nobody with an import that was given up", async () => {
  const { fake, signUp, carryOn, database, clock } = await startDelivering("sqlite", {
    neverCompletes: () => true,
  });
  await signUp(...travellers);
  await carryOn();
  await erasePerson(database, "somebody0@example.com", clock.now);
  for (let hours = 0; hours < 2; hours += 1) {
    clock.now += 61 * minutes;
    await carryOn();
  }
  expect(addressesIn(fake)).toHaveLength(50);
  const removals = await database.selectFrom("removals").select("done_at").execute();
  expect(removals).toEqual([{ done_at: expect.any(Number) }]);
});

const minutes = 60_000;
const travellers = Array.from({ length: 51 }, (_, index) => ({
  email: `somebody${index}@example.com`,
}));

function addressesIn({ contacts }: FakeActiveCampaign): string[] {
  return contacts.map(({ email }) => email);
}
