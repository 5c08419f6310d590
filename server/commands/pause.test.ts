import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { startOperating } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s nothing is sent between pause and resume, and nothing is lost",
  async (engine) => {
    const { run, signUpNow, deliver, fake, clock } = await startOperating(engine);
    expect(await run(["pause"])).toEqual({
      code: 0,
      out:
        "Nothing more is sent to ActiveCampaign. Leads are kept meanwhile.\n" +
        "Paused since 2026-11-11T23:00:00.000Z: resume ends it.\nWaiting: 0\n",
      err: "",
    });
    await signUpNow("ana");
    clock.now += 60_000;
    await deliver();
    expect(fake.requests).toEqual([]);
    // Who pauses twice has paused since the first time.
    expect((await run(["pause"])).out).toMatch(/^Paused since 2026-11-11T23:00.*\nWaiting: 1$/m);
    expect(await run(["resume"])).toEqual({
      code: 0,
      out:
        "Leads are sent to ActiveCampaign again.\n" +
        "The way to ActiveCampaign is open.\nWaiting: 1\n",
      err: "",
    });
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
  },
);

test.each(engines)("on %s resume tries a closed way at once, with one request", async (engine) => {
  const { run, signUpNow, deliver, fake } = await startOperating(engine);
  fake.misbehave({ how: "403" });
  await signUpNow("ana", "bia");
  await deliver();
  await deliver();
  expect(fake.requests).toHaveLength(2);
  expect((await run(["pause"])).out).toMatch(/^Closed since \S+ \(status 403\), tried again at /m);
  await run(["resume"]);
  await deliver();
  expect(fake.requests).toHaveLength(3);
  expect((await run(["resume"])).out).toMatch(/^Closed since 2026-11-11T23:00:00/m);
  fake.behave();
  await run(["resume"]);
  await deliver();
  expect(fake.contacts).toHaveLength(2);
  expect((await run(["resume"])).out).toContain("The way to ActiveCampaign is open.");
});

test("resume keeps a silence that ActiveCampaign asked for", async () => {
  const { run, signUpNow, deliver, fake } = await startOperating();
  fake.misbehave({ how: "429 without Retry-After", next: 1 });
  await signUpNow("ana");
  await deliver();
  expect((await run(["resume"])).out).toMatch(
    /asked for silence until \S+: it ends by itself, or by resume --now/,
  );
  await deliver();
  expect(fake.requests).toHaveLength(1);
});

test.each(engines)("on %s resume --now ends a silence as well", async (engine) => {
  const { run, signUpNow, deliver, fake } = await startOperating(engine);
  fake.misbehave({ how: "429 with a day in Retry-After", next: 1 });
  await signUpNow("ana");
  await deliver();
  expect((await run(["resume", "--now"])).out).toContain("The way to ActiveCampaign is open.");
  await deliver();
  expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
});

test("while ActiveCampaign is not configured, that is said too", async () => {
  const { run } = await createOperator();
  expect((await run(["resume"])).out).toContain("ActiveCampaign is not configured");
});
