import { expect, test } from "vitest";
import { startOperating } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)("on %s who lacks something over there is named with it", async (engine) => {
  const { run, signUpNow, deliver, fake } = await startOperating(engine);
  await signUpNow("ana", "bia", "cau", "davi");
  await deliver();
  const [, bia, cau, davi] = fake.contacts;
  if (bia) bia.tags = ["new"];
  if (cau) cau.lists = {};
  if (davi) davi.lists = { 2: 2 };
  expect(await run(["reconcile", "--remote", "--all"])).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /It adds up.\nbia@example.com\tnot tagged black\ncau@example.com\tnot on list 2\nLooked at over there: 4, incomplete: 2\nUnsubscribed from the list by themselves: 1\n$/,
    ),
    err: expect.stringMatching(/^To send one of them again: npm run leads -- retry <e-mail>$/m),
  });
  for (const name of ["bia", "cau"]) await run(["retry", `${name}@example.com`]);
  await deliver();
  expect(await run(["reconcile", "--remote", "--all"])).toMatchObject({ code: 0 });
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
});

test("an e-mail that a shell would obey is named in quotes", async () => {
  const { run, signUpNow, deliver, fake } = await startOperating();
  await signUpNow("`id`");
  await deliver();
  const [contact] = fake.contacts;
  if (contact) contact.tags = ["new"];
  expect((await run(["reconcile", "--remote"])).out).toContain(
    "\n'`id`@example.com'\tnot tagged black\n",
  );
});

test("who is on many lists is found on ours", async () => {
  const { run, signUpNow, deliver, fake } = await startOperating();
  await signUpNow("ana");
  await deliver();
  const [ana] = fake.contacts;
  const others = Array.from({ length: 20 }, (_, index) => [String(index + 3), 1]);
  if (ana) ana.lists = { ...ana.lists, ...Object.fromEntries(others) };
  expect(await run(["reconcile", "--remote"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("Looked at over there: 1, incomplete: 0\n"),
  });
});

test("who has more tags than a page holds is found with ours", async () => {
  const { run, signUpNow, deliver, fake } = await startOperating();
  await signUpNow("ana", "bia");
  await deliver();
  const others = Array.from({ length: 100 }, (_, index) => `other ${index}`);
  const [ana, bia] = fake.contacts;
  if (ana) ana.tags = [...others, ...ana.tags];
  if (bia) bia.tags = [...others, "new"];
  expect((await run(["reconcile", "--remote", "--all"])).out).toContain(
    "bia@example.com\tnot tagged black\nLooked at over there: 2, incomplete: 1\n",
  );
});

test("who is not there at all is named, and nothing is changed over there", async () => {
  const { run, signUpNow, deliver, fake, use } = await startOperating();
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

test("a sample is of fifty, all is all, and long work tells how far it is", async () => {
  const { run, signUpNow, fake, use } = await startOperating();
  await signUpNow(...Array.from({ length: 51 }, (_, index) => `p${index}`));
  await run(["list"]);
  await use((database) =>
    database.updateTable("deliveries").set({ state: "delivered", due_at: null }).execute(),
  );
  expect((await run(["reconcile", "--remote"])).out).toContain("there: 50, incomplete: 50\n");
  const all = await run(["reconcile", "--remote", "--all"]);
  expect(all.out).toContain("there: 51, incomplete: 51\n");
  expect(all.err).toMatch(/^To look at: 51 people, 1 min at the least.\n\d+ people looked at…$/m);
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
});

test("passing trips are waited out, a pause that is asked for too", async () => {
  const { run, signUpNow, deliver, fake, clock } = await startOperating();
  await signUpNow("ana");
  await deliver();
  fake.misbehave({ on: "GET /contacts", how: "500", next: 2 });
  fake.misbehave({ on: "GET /contacts", how: "429 without Retry-After", next: 1 });
  const before = clock.now;
  expect(await run(["reconcile", "--remote"])).toMatchObject({ code: 0 });
  expect(clock.now - before).toBeGreaterThanOrEqual(30_000);
});

test("without a clear answer it says so, and breaks off", async () => {
  const { run, signUpNow, deliver, fake } = await startOperating();
  await signUpNow("ana", "bia", "cau", "davi", "edu", "fia");
  await deliver();
  fake.misbehave({ on: "GET /contacts", how: "500", next: 4 });
  expect(await run(["reconcile", "--remote", "--all"])).toMatchObject({
    code: 1,
    out: expect.stringContaining("ana@example.com\tnot known: status 500\n"),
    err: expect.stringMatching(/^Not known: 1. Run it again for them.$/m),
  });
  fake.misbehave({ on: "GET /contacts", how: "403" });
  const { out, err } = await run(["reconcile", "--remote", "--all"]);
  expect(err).toMatch(/^ActiveCampaign gave no clear answers: broken off. See: doctor$/m);
  expect(out).not.toContain("fia@");
  fake.misbehave({ on: "GET /tags", how: "403" });
  expect((await run(["reconcile", "--remote"])).err).toBe(
    "ActiveCampaign was not asked: status 403.\n",
  );
});

test("somebody else's contact is not taken for theirs", async () => {
  const { run, signUpNow, deliver, fake } = await startOperating();
  await signUpNow("ana");
  await deliver();
  const [ana] = fake.contacts;
  if (ana) ana.email = "somebody.else@example.com";
  expect((await run(["reconcile", "--remote"])).out).toContain("ana@example.com\tno contact\n");
});
