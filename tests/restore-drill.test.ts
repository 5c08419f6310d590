import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { connectActiveCampaign } from "#server/active-campaign/client.ts";
import { createTagIds } from "#server/active-campaign/tags.ts";
import { openExistingStore } from "#server/open-store.ts";
import type { Database } from "#server/store/row-types.ts";
import { createTestCourier, noFieldIds } from "#tests/support/courier/test-courier.ts";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

test("a copy made under load comes back whole, and no lead is sent twice", async () => {
  const fake = await startFakeActiveCampaign();
  onTestFinished(() => fake.stop());
  const here = await createOperator();
  for (const name of ["ana", "bia"]) await here.signUp(person(name));
  await here.use((database) => deliverAll(database, fake.url));
  expect(fake.requests).toHaveLength(2);

  for (const name of ["caio", "davi", "edu"]) await here.signUp(person(name));
  const file = await backUpUnderLoad(here);
  const there = await operatorInEmptyPlace();
  const { out } = await there.run(["restore", file]);

  const leads = Number(/inscrições: (\d+),/.exec(out)?.[1]);
  expect(leads).toBeGreaterThanOrEqual(5);
  expect(out).toContain("pessoas apagadas de novo: 0.");
  await there.use((database) => deliverAll(database, fake.url));
  expect(fake.contacts).toHaveLength(leads);
  expect(fake.requests).toHaveLength(leads);
});

function person(name: string) {
  return { lead: { name, email: `${name}@example.com`, whatsapp: "x" } };
}

/** Makes a backup while sign-ups arrive. */
async function backUpUnderLoad(here: Awaited<ReturnType<typeof createOperator>>): Promise<string> {
  const file = join(await temporaryFolder(), "leads.backup");
  await here.use(async () => {
    // Opened before, because in one process the command and the sign-ups cannot wait for each other's locks.
    const opened = await openExistingStore(here.store);
    const backup = here.run(["backup", file], { openStore: async () => opened });
    for (let index = 0; index < 10; index += 1) await here.signUp(person(`late${index}`));
    expect(await backup).toMatchObject({ code: 0 });
  });
  return file;
}

async function operatorInEmptyPlace() {
  return operatorOf({ kind: "sqlite", folder: join(await temporaryFolder(), "data") });
}

async function temporaryFolder(): Promise<string> {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  return store.folder;
}

async function deliverAll(database: Database, url: string): Promise<void> {
  const settings = {
    url,
    token: "fake-token",
    list: undefined,
    tags: [],
    nextTags: [],
    enteredTag: "",
  };
  const activeCampaign = connectActiveCampaign(settings, { fetch });
  const target = { ...settings, tagIds: createTagIds(), fieldIds: noFieldIds };
  const clock = { now: Date.now() };
  const courier = createTestCourier(database, clock, { activeCampaign, target });
  await courier.runUntilIdle();
  await courier.stop();
}
