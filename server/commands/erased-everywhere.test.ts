import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

test("an erased person is gone here, there, and after an older copy", async () => {
  const { run, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign();
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const file = join(store.folder, "leads.backup");
  await signUpNow("ana", "bia");
  await deliver();
  const [ana = { email: "" }] = fake.contacts;
  expect((await run(["access", ana.email])).out).toMatch(/whatsapp/);
  await run(["backup", file]);
  clock.now += 60_000;
  await run(["erase", ana.email, "--yes"]);
  await deliver();
  expect(fake.contacts.map(({ email }) => email)).not.toContain(ana.email);

  clock.now += 60_000;
  expect((await run(["restore", file, "--replace"])).code).toBe(0);
  clock.now += 60_000;
  await deliver();
  expect(fake.contacts).toHaveLength(1);
  expect(fake.contacts.map(({ email }) => email)).not.toContain(ana.email);
  expect((await run(["access", ana.email])).out).not.toMatch(/whatsapp|name/i);
});
