import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s nothing is sent between pause and resume, and the lead is sent afterwards",
  async (engine) => {
    const { run, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign(engine);
    expect(await run(["pause"])).toEqual({
      code: 0,
      out:
        "Nothing is sent to ActiveCampaign now. New leads are stored until you resume.\n" +
        "Paused since 2026-11-11T23:00:00.000Z. To go on: npm run leads -- resume\nLeads that wait: 0\n",
      err: "",
    });
    await signUpNow("ana");
    clock.now += 60_000;
    await deliver();
    expect(fake.requests).toEqual([]);
    // A second `pause` still reports the time at which the first pause began.
    expect((await run(["pause"])).out).toMatch(
      /^Paused since 2026-11-11T23:00.*\nLeads that wait: 1$/m,
    );
    expect(await run(["resume"])).toEqual({
      code: 0,
      out:
        "Deliveries are not paused.\n" +
        "No pause, failure or wait stops the deliveries.\nLeads that wait: 1\n",
      err: "",
    });
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
  },
);

test.each(engines)(
  "on %s resume tries ActiveCampaign at once after a failure, with one request",
  async (engine) => {
    const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign(engine);
    fake.misbehave({ how: "403" });
    await signUpNow("ana", "bia");
    await deliver();
    await deliver();
    expect(fake.requests).toHaveLength(2);
    expect((await run(["pause"])).out).toMatch(
      /^Stopped since \S+, because ActiveCampaign failed \(status 403\)\. Next try: /m,
    );
    await run(["resume"]);
    await deliver();
    expect(fake.requests).toHaveLength(3);
    expect((await run(["resume"])).out).toMatch(/^Stopped since 2026-11-11T23:00:00/m);
    fake.behave();
    await run(["resume"]);
    await deliver();
    expect(fake.contacts).toHaveLength(2);
    expect((await run(["resume"])).out).toContain(
      "No pause, failure or wait stops the deliveries.",
    );
  },
);

test("resume does not end a wait that ActiveCampaign asked for", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  fake.misbehave({ how: "429 without Retry-After", next: 1 });
  await signUpNow("ana");
  await deliver();
  expect((await run(["resume"])).out).toMatch(
    /asked us to wait until \S+\. .* To go on now: npm run leads -- resume --now/,
  );
  await deliver();
  expect(fake.requests).toHaveLength(1);
});

test.each(engines)(
  "on %s resume --now also ends a wait that ActiveCampaign asked for",
  async (engine) => {
    const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign(engine);
    fake.misbehave({ how: "429 with a day in Retry-After", next: 1 });
    await signUpNow("ana");
    await deliver();
    expect((await run(["resume", "--now"])).out).toContain(
      "No pause, failure or wait stops the deliveries.",
    );
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
  },
);

test("resume says that ActiveCampaign is not configured", async () => {
  const { run } = await createOperator();
  expect((await run(["resume"])).out).toContain("ActiveCampaign is not configured");
});
