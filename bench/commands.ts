import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { addDeliveredPeople } from "./many-people.ts";
import { startProcess } from "./server-process.ts";

const people = 30_000;
const signUps = 40_000;
const rounds = 3;
const latencyMs = 200;

/** Measures how long each of the operator's commands takes with a full store. */
export async function benchCommands(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "bench-commands-"));
  const fake = await startFakeActiveCampaign({ ...accountLimits, latencyMs, tags: ["black"] });
  const settings = {
    DATA_DIR: folder,
    PORT: "0",
    ACTIVECAMPAIGN_URL: fake.url,
    ACTIVECAMPAIGN_TOKEN: "fake-token",
    ACTIVECAMPAIGN_LIST: "1",
    ACTIVECAMPAIGN_TAGS: "black",
  };
  await (await startProcess("build/server/main.js", { DATA_DIR: folder, PORT: "0" })).stop();
  const emails = addDeliveredPeople(join(folder, "leads.sqlite"), { people, signUps });
  for (const [index, email] of emails.entries())
    fake.contacts.push({ id: `${index + 1}`, email, lists: { 1: 1 }, tags: ["black"] });
  console.log(
    `${people} people, ${signUps} sign-ups; the shortest of ${rounds} times, Node included`,
  );
  const measure = async (args: string[], times = rounds) => {
    const durations: number[] = [];
    for (let round = 0; round < times; round += 1) durations.push(await timeOf(args, settings));
    console.log(`${args.join(" ")}: ${(Math.min(...durations) / 1_000).toFixed(2)} s`);
  };
  for (const by of ["minute", "hour", "day"]) await measure(["stats", "--by", by]);
  await measure(["stats", "--json"]);
  await measure(["stats", "--by", "minute", "--since", "hoje"]);
  await measure(["report", "--since", "hoje", "--folder", folder, "--replace"]);
  await measure(["export"]);
  await measure(["export", "--excel"]);
  await measure(["export", join(folder, "leads.csv"), "--replace"]);
  await measure(["reconcile"]);
  const before = fake.requests.length;
  await measure(["reconcile", "--remote", "--all"], 1);
  console.log(`  requests: ${fake.requests.length - before}, at ${latencyMs} ms each`);
  await measure(["redeliver", "--since", "1/1/2026", "--yes"], 1);
  console.log(`  due afterwards: ${countDue(join(folder, "leads.sqlite"))}`);
  await fake.stop();
  await rm(folder, { recursive: true });
}

/** Runs a command as its own process, and returns its time in milliseconds. Its output goes nowhere. */
async function timeOf(args: string[], settings: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const command = spawn(process.execPath, ["build/server/cli.js", ...args], {
    env: { ...process.env, ...blankSettings, ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(command, "exit");
  if (command.exitCode !== 0) throw new Error(`${args.join(" ")} failed.`);
  return performance.now() - startedAt;
}

function countDue(path: string): unknown {
  const file = new Sqlite(path);
  const count = file.prepare("select count(*) from deliveries where state = 'due'").pluck().get();
  file.close();
  return count;
}
