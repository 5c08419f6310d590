import { expect, test } from "vitest";
import type { FaultName } from "#fake-active-campaign/faults.ts";
import { erasePerson } from "#server/store/erasure/erasure.ts";
import { group, startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, people } from "#tests/support/people.ts";

const hourMs = 60 * 60_000;
const cases: { on: string; how: FaultName }[] = [
  { on: "DELETE /contacts/*", how: "403" },
  { on: "POST /import/bulk_import", how: "500" },
  { on: "GET /import/info", how: "2xx that isn't JSON" },
];

test.each(cases)("while $on always gets $how, all leads are delivered", async ({ how, on }) => {
  const { fake, signUp, runFor, database, clock, deliveries } = await startDelivering();
  await signUp(ana);
  await runFor(hourMs);
  fake.misbehave({ how, on });
  await erasePerson(database, ana.email, clock.now);
  await signUp(...people(55));
  await runFor(hourMs / 4);
  await signUp(...group("new", 3));
  await runFor(hourMs / 4);
  const states = async () => (await deliveries()).map(({ state }) => state);
  expect((await states()).slice(-3)).toEqual(people(3).map(() => "delivered"));
  await runFor(3 * hourMs);
  expect(new Set(await states())).toEqual(new Set(["delivered"]));
  expect(fake.contacts.filter(({ email }) => email !== ana.email)).toHaveLength(58);
});
