import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { emailOf, fillStore, openStore } from "./fill-store.ts";
import { amount, type Settings, startFake, withDataFolder } from "./server.ts";

const people = amount("PEOPLE", 30_000);
const signUps = Math.round((people * 4) / 3);
const rounds = amount("ROUNDS", 3);

/** Measures how long each of the operator's commands takes with a full store. */
export async function benchCommands(): Promise<undefined> {
  await withDataFolder(async (folder) => {
    const { fake, settings } = await startFake(folder);
    await fillStore(folder, { people, signUps });
    for (let person = 0; person < people; person += 1)
      fake.contacts.push({
        id: `${person + 1}`,
        email: emailOf(person),
        lists: { 1: 1 },
        fields: {},
        tags: ["black"],
      });
    console.log(
      `${people} people, ${signUps} sign-ups; the shortest of ${rounds} times, Node included`,
    );
    const measure = async (args: string[], times = rounds) => {
      const durations: number[] = [];
      for (let round = 0; round < times; round += 1) durations.push(await timeOf(args, settings));
      console.log(`${args.join(" ")}: ${(Math.min(...durations) / 1_000).toFixed(2)} s`);
    };
    for (const args of repeatable) await measure(args);
    // These write files, and replace none.
    await measure(["report", "--since", "hoje", "--folder", folder], 1);
    await measure(["export", join(folder, "leads.csv")], 1);
    const before = fake.requests.length;
    await measure(["reconcile", "--remote", "--all"], 1);
    console.log(`  requests: ${fake.requests.length - before}`);
    await measure(["retry", "--since", "1/1/2026", "--yes"], 1);
    const file = openStore(folder);
    const due = file.prepare("select count(*) from deliveries where state = 'due'").pluck().get();
    console.log(`  due afterwards: ${due}`);
    file.close();
    await fake.stop();
  });
}

const repeatable: readonly string[][] = [
  ...["minute", "hour", "day"].map((by) => ["stats", "--by", by]),
  ["stats", "--json"],
  ["stats", "--by", "minute", "--since", "hoje"],
  ["export"],
  ["export", "--excel"],
  ["reconcile"],
];

/** Runs a command as its own process, and returns its time in milliseconds. Its output goes nowhere. */
async function timeOf(args: string[], settings: Settings): Promise<number> {
  const startedAt = performance.now();
  const command = spawn(process.execPath, ["build/server/cli.js", ...args], {
    env: { ...process.env, ...blankSettings, ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(command, "exit");
  if (command.exitCode !== 0) throw new Error(`${args.join(" ")} failed.`);
  return performance.now() - startedAt;
}
