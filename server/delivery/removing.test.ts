import { expect, test } from "vitest";
import { erasePerson } from "#server/storage/erase-person.ts";
import { startDelivering } from "#tests/support/delivering.ts";
import { engines } from "#tests/support/temporary-database.ts";

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
      { email: null, email_key: null, contact_id: null, due_at: null, done_at: clock.now },
    ]);
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

test("a removal that fails is tried again, before anything of that person is delivered", async () => {
  const { fake, signUp, carryOn, database, clock } = await startDelivering();
  await signUp({});
  await carryOn();
  await erasePerson(database, "ana@example.com", clock.now);
  fake.misbehave({ how: "500", on: "DELETE /contacts/*", next: 1 });
  clock.now += 1_000;
  await signUp({ name: "Ana de Novo" });
  await carryOn();
  expect(fake.contacts).toMatchObject([{ lastName: "Maria Lima" }]);
  clock.now += 60_000;
  await carryOn();
  expect(fake.contacts).toMatchObject([{ id: "2", firstName: "Ana", lastName: "de Novo" }]);
});
