import { expect, test } from "vitest";
import { pauseDeliveries, startBackOff, tripCircuit } from "#server/store/courier/circuit.ts";
import { appendSubmissions } from "#server/store/submissions/submissions.ts";
import { launchAt } from "#tests/support/courier/delivering.ts";
import { subjectsAt } from "#tests/support/operator/doctor-output.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { ana } from "#tests/support/people.ts";

test("doctor reports a pause, a back-off and a tripped circuit, and what waits for the operator", async () => {
  const { run, use, clock, signUp, signUpNow, fake, deliver } =
    await createOperatorWithActiveCampaign();
  fake.misbehave({ on: "POST /contact/sync", how: "422 e-mail, message" });
  await signUpNow("ana");
  await signUp({ flag: "honeypot" });
  await deliver();
  await use((database) => pauseDeliveries(database, clock.now));
  expect(subjectsAt("warn", (await run(["doctor"])).out)).toEqual(
    expect.arrayContaining(["entregas", "recusados", "retidas"]),
  );
  await use((database) => startBackOff(database, launchAt + 60_000));
  expect((await run(["doctor"])).out).toMatch(
    /^aviso {2}entregas: O ActiveCampaign pediu para esperar até 11\/11\/2026 20:01:00 \(-03:00\)\.$/m,
  );
  const trip = { now: clock.now, reason: "status 403", probeAt: clock.now };
  await use((database) => tripCircuit(database, trip));
  expect(subjectsAt("fail", (await run(["doctor"])).out)).toContain("entregas");
});

test("doctor counts all sign-ups that are held back, also beyond the length of a list", async () => {
  const { run, use } = await createOperator();
  const held = { lead: ana, surface: "popup", receivedAt: 100, flag: "honeypot" } as const;
  await use((database) => appendSubmissions(database, Array(1_001).fill(held)));
  expect((await run(["doctor"])).out).toContain(
    "retidas: Inscrições retidas, que podem ser de um robô: 1.001.\n",
  );
});

test("doctor warns when a lead has waited for more than five minutes", async () => {
  const { run, signUpNow, clock } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  clock.now += 5 * 60_000;
  expect(subjectsAt("ok", (await run(["doctor"])).out)).toContain("fila");
  clock.now += 1;
  expect(subjectsAt("warn", (await run(["doctor"])).out)).toContain("fila");
});
