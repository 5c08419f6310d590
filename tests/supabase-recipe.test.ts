import { readFile } from "node:fs/promises";
import { object, parse, record, string } from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { addContactPath } from "#lead/contract.ts";
import { commands } from "#server/commands/command-line/command-table.ts";
import { readConfig } from "#server/config.ts";
import { tickSliceMs } from "#server/delivery/tick.ts";
import { blankSettings } from "./support/built/blank-settings.ts";
import {
  createPostgresDatabase,
  queryPostgres,
  tellPostgres,
} from "./support/store/temporary-database.ts";

const manifest = object({ scripts: record(string(), string()) });
const guide = await readFile("docs/operacao/supabase.md", "utf8");
const cron = await readFile("deploy/supabase/cron.sql", "utf8");
const [onThisMachine = {}, ofFunctions = {}] = blocks("ini").map(settingsIn);

test("each setting of the guide is one of the server's, and the server accepts their values", () => {
  const known = Object.keys(blankSettings);
  for (const settings of [onThisMachine, ofFunctions]) {
    expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([]);
    expect(readConfig({ ...blankSettings, ...settings })).toMatchObject({ kind: "config" });
  }
});

test("the commands of the guide use the session pooler, and the functions the transaction pooler", () => {
  expect(new URL(onThisMachine["DATABASE_URL"] ?? "").port).toBe("5432");
  expect(new URL(ofFunctions["DATABASE_URL"] ?? "").port).toBe("6543");
});

test("the guide and the file for the task name the functions as the platform does", () => {
  const functions = onThisMachine["FUNCTION_URL"] ?? "";
  expect(guide).toContain(`\`${addContactPath}\``);
  expect(guide).toContain(`${functions}/functions/v1/courier-tick`);
  expect(cron).toContain(`'${functions}/functions/v1/courier-tick'`);
});

test("the platform gets a setting for each function that the guide names", async () => {
  const settings = await readFile("deploy/supabase/config.toml", "utf8");
  const set = [...settings.matchAll(/^\[functions\.(.+)\]$/gm)].map(([, name]) => name);
  const named = [...guide.matchAll(/\/functions\/v1\/([a-z-]+)/g)].map(([, name]) => name);
  expect(set.sort()).toEqual([...new Set(named)].sort());
});

test("each of the operator's commands in the guide exists", async () => {
  const { scripts } = parse(manifest, JSON.parse(await readFile("package.json", "utf8")));
  const run = [...guide.matchAll(/npm run ([a-z]+)/g)].map(([, name = ""]) => name);
  expect(run).toContain("supabase");
  expect(run.filter((name) => scripts[name] === undefined)).toEqual([]);
  const named = [...guide.matchAll(/npm run leads -- ([a-z]+)/g)].map(([, name = ""]) => name);
  expect(named).toContain("doctor");
  expect(named.filter((name) => !commands.has(name))).toEqual([]);
});

test("the task calls the tick with the owner's secret, also after the file ran twice, until the guide removes it", async () => {
  const { url } = await startPlatform();
  await tellPostgres(url, withoutExtensions());
  await tellPostgres(url, withoutExtensions().replace("O-MESMO-SEGREDO-DE-TICK_TOKEN", "changed"));
  const jobs = await queryPostgres(url, "select jobname, schedule, command from cron.job");
  expect(jobs).toMatchObject([
    { jobname: "black-ahsd-tick", schedule: "10 seconds" },
    { jobname: "black-ahsd-tick-history" },
  ]);
  for (const { command } of jobs) await tellPostgres(url, String(command));
  expect(await queryPostgres(url, "select url, headers from net.calls")).toEqual([
    {
      url: "https://SEU-PROJETO.supabase.co/functions/v1/courier-tick",
      headers: { "Content-Type": "application/json", Authorization: "Bearer changed" },
    },
  ]);
  const removal = blocks("sql").find((block) => block.includes("cron.unschedule")) ?? "";
  await tellPostgres(url, removal);
  expect(await queryPostgres(url, "select jobname from cron.job")).toEqual([]);
  expect(await queryPostgres(url, "select name from vault.secrets")).toEqual([]);
});

test("the slice of a tick has ended when the task calls the next one", () => {
  const [, seconds] = /'black-ahsd-tick', '(\d+) seconds'/.exec(cron) ?? [];
  expect(tickSliceMs).toBeLessThan(Number(seconds) * 1_000);
});

test("each part of the file for the task is for an extension that the platform has", () => {
  expect(cron.match(/^create extension .*$/gm)).toEqual([
    "create extension if not exists pg_cron with schema pg_catalog;",
    "create extension if not exists pg_net;",
  ]);
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

function withoutExtensions(): string {
  return cron.replaceAll(/^create extension .*$/gm, "");
}

/** The blocks of code in the guide that are marked with this language. */
function blocks(language: string): string[] {
  const fences = guide.matchAll(/^ *```(\w+)\n(.*?)^ *```$/gms);
  return [...fences].flatMap(([, name, text = ""]) => (name === language ? [text] : []));
}

function settingsIn(block: string): Record<string, string> {
  const lines = [...block.matchAll(/^([A-Z_]+)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]));
}
