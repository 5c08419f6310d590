import { join } from "node:path";
import { expect, test } from "vitest";
import { openExistingStore } from "#server/store/open-store.ts";
import { createOperatorWithActiveCampaign } from "./support/operator/operator-with-active-campaign.ts";
import { temporaryFolder } from "./support/store/temporary-database.ts";

test("a copy made under load comes back whole, and no lead is sent twice", async () => {
  const { store, run, use, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  const sent = () => fake.requests.filter(({ path }) => path === "/contact/sync").length;
  await signUpNow("ana", "bia");
  await deliver();
  expect(sent()).toBe(2);

  await signUpNow("caio", "davi", "edu");
  const file = join(await temporaryFolder(), "leads.backup");
  await use(async () => {
    // The store is opened before: in one process the command and the sign-ups cannot wait for each other's locks.
    const opened = await openExistingStore(store);
    const backup = run(["backup", file], { openStore: async () => opened });
    for (let index = 0; index < 10; index += 1) await signUpNow(`late${index}`);
    expect(await backup).toMatchObject({ code: 0 });
  });
  const { out } = await run(["restore", file, "--replace"]);

  const leads = Number(/inscrições: (\d+),/.exec(out)?.[1]);
  expect(leads).toBeGreaterThanOrEqual(5);
  expect(out).toContain("pessoas apagadas de novo: 0.");
  await deliver();
  expect(fake.contacts).toHaveLength(leads);
  expect(sent()).toBe(leads);
});
