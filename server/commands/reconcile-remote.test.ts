import { expect, test } from "vitest";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s reconcile --remote names people whose contact is incomplete, with what is missing",
  async (engine) => {
    const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign(engine);
    await signUpNow("ana", "bia", "caio", "davi");
    await deliver();
    const [, bia, caio, davi] = fake.contacts;
    if (bia) bia.tags = ["new"];
    if (caio) caio.lists = {};
    if (davi) davi.lists = { 2: 2 };
    expect(await run(["reconcile", "--remote", "--all"])).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /No person is lost.\nbia@example.com\tnot tagged black\ncaio@example.com\tnot on list 2\nChecked at ActiveCampaign: 4, incomplete: 2\nPeople who unsubscribed from the list: 1\n$/,
      ),
      err: expect.stringMatching(
        /^To send an incomplete person again: npm run leads -- retry <e-mail>$/m,
      ),
    });
    for (const name of ["bia", "caio"]) await run(["retry", `${name}@example.com`]);
    await deliver();
    expect(await run(["reconcile", "--remote", "--all"])).toMatchObject({ code: 0 });
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
);

test("reconcile --remote puts an e-mail with special characters of a shell in quotes", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("`id`");
  await deliver();
  const [contact] = fake.contacts;
  if (contact) contact.tags = ["new"];
  expect((await run(["reconcile", "--remote"])).out).toContain(
    "\n'`id`@example.com'\tnot tagged black\n",
  );
});

test("a contact on more lists than a page holds is found on our list", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  const [ana] = fake.contacts;
  const others = Array.from({ length: 20 }, (_, index) => [String(index + 3), 1]);
  if (ana) ana.lists = { ...ana.lists, ...Object.fromEntries(others) };
  expect(await run(["reconcile", "--remote"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("Checked at ActiveCampaign: 1, incomplete: 0\n"),
  });
});

test("our tag is found on a contact with more tags than a page holds", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana", "bia");
  await deliver();
  const others = Array.from({ length: 100 }, (_, index) => `other ${index}`);
  const [ana, bia] = fake.contacts;
  if (ana) ana.tags = [...others, ...ana.tags];
  if (bia) bia.tags = [...others, "new"];
  expect((await run(["reconcile", "--remote", "--all"])).out).toContain(
    "bia@example.com\tnot tagged black\nChecked at ActiveCampaign: 2, incomplete: 1\n",
  );
});

test("reconcile --remote names a person without a contact, and changes nothing at ActiveCampaign", async () => {
  const { run, signUpNow, deliver, fake, use } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await run(["list"]);
  await use((database) =>
    database.updateTable("deliveries").set({ state: "delivered", due_at: null }).execute(),
  );
  const { code, out } = await run(["reconcile", "--remote"]);
  expect(code).toBe(1);
  expect(out).toContain("ana@example.com\tno contact\n");
  expect(new Set(fake.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
  await deliver();
  expect(fake.contacts).toHaveLength(0);
});

test("reconcile --remote checks fifty people, with --all every one, and prints its progress", async () => {
  const { run, signUpNow, fake, use } = await createOperatorWithActiveCampaign();
  await signUpNow(...Array.from({ length: 51 }, (_, index) => `p${index}`));
  await run(["list"]);
  await use((database) =>
    database.updateTable("deliveries").set({ state: "delivered", due_at: null }).execute(),
  );
  expect((await run(["reconcile", "--remote"])).out).toContain(
    "Checked at ActiveCampaign: 50, incomplete: 50\n",
  );
  const all = await run(["reconcile", "--remote", "--all"]);
  expect(all.out).toContain("Checked at ActiveCampaign: 51, incomplete: 51\n");
  expect(all.err).toMatch(
    /^People to check: 51. This takes at least 1 min.\n\d+ people checked…$/m,
  );
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
});

test("reconcile --remote tries again after short failures, and waits as long as ActiveCampaign asks", async () => {
  const { run, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  fake.misbehave({ on: "GET /contacts", how: "500", next: 2 });
  fake.misbehave({ on: "GET /contacts", how: "429 without Retry-After", next: 1 });
  const before = clock.now;
  expect(await run(["reconcile", "--remote"])).toMatchObject({ code: 0 });
  expect(clock.now - before).toBeGreaterThanOrEqual(30_000);
});

test("reconcile --remote counts unclear answers, and stops after five in a row", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana", "bia", "caio", "davi", "edu", "fia");
  await deliver();
  fake.misbehave({ on: "GET /contacts", how: "500", next: 4 });
  expect(await run(["reconcile", "--remote", "--all"])).toMatchObject({
    code: 1,
    out: expect.stringContaining("ana@example.com\tno clear answer: status 500\n"),
    err: expect.stringMatching(
      /^Without a clear answer: 1. To check these people, run reconcile --remote again.$/m,
    ),
  });
  fake.misbehave({ on: "GET /contacts", how: "403" });
  const { out, err } = await run(["reconcile", "--remote", "--all"]);
  expect(err).toMatch(
    /^The check stopped: ActiveCampaign gave 5 unclear answers in a row\. .* doctor$/m,
  );
  expect(out).not.toContain("fia@");
  fake.misbehave({ on: "GET /tags", how: "403" });
  expect((await run(["reconcile", "--remote"])).err).toBe(
    "ActiveCampaign did not say which tags it has (status 403), so no person was checked. To find the cause: npm run leads -- doctor\n",
  );
});

test("reconcile --remote does not take the contact of another e-mail for this person", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  const [ana] = fake.contacts;
  if (ana) ana.email = "another.person@example.com";
  expect((await run(["reconcile", "--remote"])).out).toContain("ana@example.com\tno contact\n");
});
