import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { tickSliceMs } from "#server/delivery/tick.ts";
import {
  createPostgresDatabase,
  queryPostgres,
  tellPostgres,
} from "./support/store/temporary-database.ts";

const guide = await readFile("docs/operacao/supabase.md", "utf8");
const cron = await readFile("deploy/supabase/cron.sql", "utf8");

test("the database calls the tick with the owner's secret until it is told to stop", async () => {
  const { url } = await startPlatform();
  await tellPostgres(url, withoutExtensions());
  await tellPostgres(url, withoutExtensions().replace("O-MESMO-SEGREDO-DE-TICK_TOKEN", "changed"));
  const jobs = await queryPostgres(url, "select jobname, schedule, command from cron.job");
  expect(jobs).toMatchObject([
    { jobname: "black-ahsd-tick", schedule: "10 seconds" },
    { jobname: "black-ahsd-tick-history" },
  ]);
  expect(tickSliceMs).toBeLessThan(10_000);
  for (const { command } of jobs) await tellPostgres(url, String(command));
  expect(await queryPostgres(url, "select url, headers from net.calls")).toEqual([
    {
      url: "https://SEU-PROJETO.supabase.co/functions/v1/courier-tick",
      headers: { "Content-Type": "application/json", Authorization: "Bearer changed" },
    },
  ]);
  const [, removal = ""] = /^ *```sql\n([^`]*cron\.unschedule[^`]*)```$/m.exec(guide) ?? [];
  await tellPostgres(url, removal);
  expect(await queryPostgres(url, "select jobname from cron.job")).toEqual([]);
  expect(await queryPostgres(url, "select name from vault.secrets")).toEqual([]);
});

/** A Postgres with stand-ins for pg_cron, pg_net and the Vault, which only the platform has. */
async function startPlatform() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(async () => {
    await tellPostgres(store.url, "drop schema cron, net, vault cascade");
    await remove();
  });
  await tellPostgres(
    store.url,
    await readFile("tests/support/store/supabase-platform.sql", "utf8"),
  );
  return store;
}

/** A third extension would fail here, as it may on the platform. */
function withoutExtensions(): string {
  return cron
    .replace("create extension if not exists pg_cron with schema pg_catalog;", "")
    .replace("create extension if not exists pg_net;", "");
}
