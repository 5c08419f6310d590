import { expect, test } from "vitest";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";

test("reconcile --remote puts an e-mail with special characters of a shell in quotes", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("`id`");
  await deliver();
  const [contact] = fake.contacts;
  if (contact) contact.tags = ["new"];
  expect((await run(["reconcile", "--remote"])).out).toContain(
    "\n'`id`@example.com'\tsem a tag black\n",
  );
});

test("a contact on more lists than a page holds is found on our list", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  const [ana] = fake.contacts;
  const others = Array.from({ length: 20 }, (_, index) => [String(index + 3), 1]);
  if (ana) ana.lists = { ...ana.lists, ...Object.fromEntries(others) };
  for (const options of [[], ["--all"]])
    expect(await run(["reconcile", "--remote", ...options])).toMatchObject({
      code: 0,
      out: expect.stringContaining("Conferidas no ActiveCampaign: 1. Incompletas: 0.\n"),
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
  for (const options of [[], ["--all"]])
    expect((await run(["reconcile", "--remote", ...options])).out).toContain(
      "bia@example.com\tsem a tag black\nConferidas no ActiveCampaign: 2. Incompletas: 1.\n",
    );
});

test.each(["reconcile --remote", "reconcile --remote --all"])(
  "%s names a person without a contact, and changes nothing at ActiveCampaign",
  async (command) => {
    const { run, signUpNow, deliver, fake, use } = await createOperatorWithActiveCampaign();
    await signUpNow("ana");
    await run(["list"]);
    await use((database) =>
      database.updateTable("deliveries").set({ state: "delivered", due_at: null }).execute(),
    );
    const { code, out } = await run(command.split(" "));
    expect(code).toBe(1);
    expect(out).toContain("ana@example.com\tsem contato\n");
    expect(new Set(fake.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
    await deliver();
    expect(fake.contacts).toHaveLength(0);
  },
);

test("reconcile --remote checks fifty people, and prints its progress", async () => {
  const { run, signUpNow, fake, use } = await createOperatorWithActiveCampaign();
  await signUpNow(...Array.from({ length: 51 }, (_, index) => `p${index}`));
  await run(["list"]);
  await use((database) =>
    database.updateTable("deliveries").set({ state: "delivered", due_at: null }).execute(),
  );
  const { out, err } = await run(["reconcile", "--remote"]);
  expect(out).toContain("Conferidas no ActiveCampaign: 50. Incompletas: 50.\n");
  expect(err).toMatch(/^Pessoas conferidas: \d+…$/m);
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
  expect(await run(["reconcile", "--remote"])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^\w+@example\.com\tsem resposta clara: status 500$/m),
    err: expect.stringMatching(
      /^Pessoas sem resposta clara: 1\. Para conferir essas pessoas, rode o comando de novo\.$/m,
    ),
  });
  fake.misbehave({ on: "GET /contacts", how: "403" });
  const { out, err } = await run(["reconcile", "--remote"]);
  expect(err).toMatch(/^A conferência parou no meio: .*\(status 403\).* doctor$/m);
  expect(out.match(/@example\.com/g)).toHaveLength(5);
  fake.misbehave({ on: "GET /tags", how: "403" });
  expect((await run(["reconcile", "--remote"])).err).toBe(
    "O ActiveCampaign não disse quais tags tem (status 403), por isso ninguém foi conferido. Para achar a causa: npm run leads -- doctor\n",
  );
});

test.each(["reconcile --remote", "reconcile --remote --all"])(
  "%s does not take the contact of another e-mail for this person",
  async (command) => {
    const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
    await signUpNow("ana");
    await deliver();
    const [ana] = fake.contacts;
    if (ana) ana.email = "another.person@example.com";
    expect((await run(command.split(" "))).out).toContain("ana@example.com\tsem contato\n");
  },
);
