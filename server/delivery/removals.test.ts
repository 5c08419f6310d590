import { expect, test } from "vitest";
import type { FakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { erasePerson } from "#server/store/erasure.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, bia, people } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const minuteMs = 60_000;
/** One lead more than the courier sends individually, so that the leads are sent with an import. */
const imported = people(51);

test.each(engines)(
  "on %s an erased person is removed at ActiveCampaign and in our list",
  async (engine) => {
    const { fake, signUp, runUntilIdle, database, clock } = await startDelivering(engine);
    await signUp(ana, bia);
    await runUntilIdle();
    await erasePerson(database, "Ana@Example.com", clock.now);
    await runUntilIdle();
    expect(fake.contacts).toMatchObject([{ email: "bia@example.com" }]);
    const removals = await database.selectFrom("removals").selectAll().execute();
    expect(removals).toMatchObject([
      { email: null, email_key: null, contact_id: null, import_id: null, due_at: null },
    ]);
    expect(removals).toMatchObject([{ done_at: clock.now }]);
  },
);

test("the contact id of another person does not remove that person", async () => {
  const { fake, signUp, runUntilIdle, database, clock } = await startDelivering();
  await signUp(ana, bia);
  await runUntilIdle();
  const wrong = fake.contacts.find(({ email }) => email === "bia@example.com")?.id ?? "";
  await database.updateTable("deliveries").set({ contact_id: wrong }).execute();
  await erasePerson(database, "ana@example.com", clock.now);
  await runUntilIdle();
  expect(emailsIn(fake)).toEqual(["bia@example.com"]);
  expect(await database.selectFrom("removals").select("done_at").execute()).toEqual([
    { done_at: clock.now },
  ]);
});

test("a contact found only by its id is removed if its e-mail fits", async () => {
  const { fake, signUp, runUntilIdle, database, clock } = await startDelivering();
  await signUp(ana);
  await runUntilIdle();
  fake.misbehave({ how: "finds no contact", on: "GET /contacts", next: 1 });
  await erasePerson(database, "ana@example.com", clock.now);
  await runUntilIdle();
  expect(fake.contacts).toEqual([]);
});

test("a removal that fails is tried again before the next delivery", async () => {
  const { fake, signUp, runUntilIdle, database, clock } = await startDelivering();
  await signUp(ana);
  await runUntilIdle();
  await erasePerson(database, "ana@example.com", clock.now);
  fake.misbehave({ how: "500", on: "DELETE /contacts/*", next: 4 });
  clock.now += 1_000;
  await signUp({ name: "Ana de Novo" });
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([{ lastName: "Lima" }]);
  clock.now += 60_000;
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([{ id: "2", firstName: "Ana", lastName: "de Novo" }]);
});

test("a person erased during a long import is removed after it", async () => {
  const { fake, signUp, runUntilIdle, runFor, database, clock } = await startDelivering("sqlite", {
    importTakesMs: 45 * minuteMs,
  });
  await signUp(...imported);
  await runUntilIdle();
  await erasePerson(database, "person-0@example.com", clock.now);
  await runFor(60 * minuteMs);
  await runUntilIdle();
  expect(emailsIn(fake)).toHaveLength(50);
  expect(emailsIn(fake)).not.toContain("person-0@example.com");
});

test("a removal does not wait for an import that was given up", async () => {
  const { fake, signUp, runUntilIdle, database, clock } = await startDelivering("sqlite", {
    importEnds: "never",
  });
  await signUp(...imported);
  await runUntilIdle();
  await erasePerson(database, "person-0@example.com", clock.now);
  for (let hours = 0; hours < 2; hours += 1) {
    clock.now += 61 * minuteMs;
    await runUntilIdle();
  }
  expect(emailsIn(fake)).toHaveLength(50);
  const removals = await database.selectFrom("removals").select("done_at").execute();
  expect(removals).toEqual([{ done_at: expect.any(Number) }]);
});

function emailsIn({ contacts }: FakeActiveCampaign): string[] {
  return contacts.map(({ email }) => email);
}
