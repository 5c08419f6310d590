import { sql } from "kysely";
import { expect, test } from "vitest";
import { pauseDeliveries, startBackOff, tripCircuit } from "#server/store/courier/circuit.ts";
import { countPeople } from "#server/store/deliveries/progress.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { launchAt } from "#tests/support/courier/delivering.ts";
import { subjectsAt } from "#tests/support/operator/doctor-output.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { ana, bia } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test("what stops deliveries and what waits for the operator is told", async () => {
  const { run, use, clock, signUp, signUpNow, fake, deliver } =
    await createOperatorWithActiveCampaign();
  fake.misbehave({ on: "POST /contact/sync", how: "422 e-mail, message" });
  await signUpNow("ana");
  await signUp({ flag: "honeypot" });
  await deliver();
  await use((database) => pauseDeliveries(database, clock.now));
  expect(subjectsAt("warn", (await run(["doctor", "--all"])).out)).toEqual(
    expect.arrayContaining(["Envio", "Inscrições retidas"]),
  );
  await use((database) => startBackOff(database, launchAt + 60_000));
  expect((await run(["doctor", "--all"])).out).toMatch(
    /^aviso {2}Envio: O ActiveCampaign pediu para esperar até 11\/11\/2026 20:01:00 \(-03:00\)\./m,
  );
  const trip = { now: clock.now, reason: "status 403", probeAt: clock.now };
  await use((database) => tripCircuit(database, trip));
  expect((await run(["doctor", "--all"])).out).toMatch(
    /^falha {2}ActiveCampaign: Não aceita leads desde .*\(status 403\)/m,
  );
});

test.each(engines)("on %s people add up, wherever each is on the way", async (engine) => {
  const { run, signUp, signUpNow, deliver, fake, clock, use } =
    await createOperatorWithActiveCampaign(engine);
  fake.misbehave({ on: "POST /contact/sync", mentioning: "bia", how: "422 e-mail, message" });
  await signUpNow("ana", "bia");
  await deliver();
  await signUpNow("caio");
  await use((database) => deriveLeads(database, clock.now));
  // Caio signs up twice, and a second sign-up of Ana is held: both count as one person.
  await signUpNow("caio", "edu");
  const held = { flag: "honeypot", receivedAt: clock.now } as const;
  await signUp({ lead: ana, ...held });
  await signUp({ lead: { ...ana, email: "davi@example.com" }, ...held });
  expect(await use(countPeople)).toEqual({
    stored: 5,
    held: 1,
    underived: 1,
    withDelivery: 3,
    delivered: 1,
    waiting: 1,
    parked: 1,
  });
  expect(subjectsAt("ok", (await run(["doctor", "--all"])).out)).toContain("Pessoas");
});

/** What only a hand in the store can do to the one delivery, and the sums that then differ. */
const broken = [
  ["a lead without a delivery", sql`delete from deliveries`, "2, e .*, 1; com entrega, 0, e .*, 0"],
  [
    "a delivery without a time",
    sql`update deliveries set due_at = null`,
    "2, e .*, 2; com entrega, 1, e .*, 0",
  ],
  [
    "a sent delivery without a time",
    sql`update deliveries set state = 'sending', due_at = null`,
    "2, e .*, 2; com entrega, 1, e .*, 0",
  ],
  [
    "an import that is not there",
    sql`update deliveries set state = 'importing', due_at = null, import_id = 77`,
    "2, e .*, 2; com entrega, 1, e .*, 0",
  ],
] as const;

test.each(engines.flatMap((engine) => broken.map((row) => [engine, ...row] as const)))(
  "on %s %s is trouble, because the people do not add up",
  async (engine, _, change, sums) => {
    const { run, signUp, use } = await createOperator(engine);
    await signUp({});
    await run(["list"]);
    await signUp({ lead: bia });
    await use((database) => change.execute(database));
    expect((await run(["doctor", "--all"])).out).toMatch(
      new RegExp(`^falha {2}Pessoas: As contas não fecham: pessoas guardadas, ${sums}\\.$`, "m"),
    );
  },
);
