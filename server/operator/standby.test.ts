import { expect, onTestFinished, test } from "vitest";
import { openDatabase, type Store } from "#server/store/connection/open-database.ts";
import { startPair } from "#tests/support/faults/standby.ts";
import {
  createTemporaryStore,
  engines,
  tellPostgres,
} from "#tests/support/store/temporary-database.ts";
import { standby as standbyFact } from "./store-facts.ts";

test.each(engines)(
  "on %s with one disk, a sign-up does not survive the loss of it",
  async (engine) => {
    const { store, remove } = await createTemporaryStore(engine);
    onTestFinished(remove);
    expect(await check(store)).toMatchObject({
      level: "fine",
      value: expect.stringMatching(/em um só disco.*não à perda/),
    });
  },
);

test("a sign-up survives the loss of a disk while commits wait for a standby", async () => {
  const { primary, standby } = await startPair();
  const store = { kind: "postgres", url: primary.url } as const;
  const level = async () => (await check(store)).level;
  expect(await check(store)).toMatchObject({
    level: "fine",
    value: expect.stringContaining("uma réplica síncrona também a tem"),
  });
  await tellPostgres(primary.url, "create role leads login password 'secret'");
  await tellPostgres(primary.url, "grant all on schema public to leads");
  await tellPostgres(primary.url, "grant all on all tables in schema public to leads");
  const url = Object.assign(new URL(primary.url), { username: "leads", password: "secret" }).href;
  expect(await check({ kind: "postgres", url })).toMatchObject({
    level: "notice",
    value: expect.stringContaining("não pode ver"),
  });
  await tellPostgres(primary.url, "alter role postgres set synchronous_commit = local");
  expect(await check(store)).toMatchObject({
    level: "notice",
    value: expect.stringContaining("não esperam pela réplica"),
  });
  await tellPostgres(primary.url, "alter role postgres reset synchronous_commit");
  await standby.shutDown();
  await expect.poll(level).toBe("trouble");
  expect((await check(store)).value).toContain("toda inscrição espera por uma");
});

async function check(store: Store) {
  const database = await openDatabase(store);
  return standbyFact({ database, config: { store } }).finally(() => database.destroy());
}
