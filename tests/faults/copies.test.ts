import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { findUnfit } from "#server/copies/copy.ts";
import { restoreStore } from "#server/copies/restore-command.ts";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { startChance } from "#tests/support/chance.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { isLongRun, rounds, startFaultServer } from "#tests/support/faults/server.ts";
import { emailSequence, emailsInSqlite, missingFrom } from "#tests/support/faults/store.ts";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";

const testTimeLimitMs = 120_000;
const patience = { timeout: 60_000, interval: 20 };
const kills = isLongRun ? rounds : 3;
const made = "Cópia feita e conferida";

test(
  "two processes copy into one folder: the newest copy stays, complete",
  async () => {
    const { data, copies } = await folders();
    const server = await startFaultServer({ DATA_DIR: data });
    const load = startLoad({ url: server.url, newEmail: emailSequence() });
    await expect.poll(() => load.acknowledged.size, patience).toBeGreaterThan(20);
    const before = [...load.acknowledged];
    const copiers = [1, 2].map(() =>
      startCopier({ DATA_DIR: data }, [copies, "--every", "7d", "--keep", "1"]),
    );
    for (const copier of copiers) await expect.poll(copier.printed, patience).toContain(made);
    const ends = [copiers[0]?.end("SIGTERM"), copiers[1]?.end("SIGINT")];
    expect(await Promise.all(ends)).toEqual([0, 0]);
    await load.end();
    expect(await server.end("SIGTERM")).toBe(0);
    // Each process removes what is older than the newest copy, and never the newest one.
    const [newest = "", ...others] = await copiesIn(copies);
    expect(others).toEqual([]);
    expect(await readdir(copies)).toEqual([newest]);
    const elsewhere = join(data, "restored");
    const { signal: stopped } = new AbortController();
    const options = { backup: join(copies, newest), replace: false, now: 1_000, stopped };
    const store = { kind: "sqlite", folder: elsewhere } as const;
    expect(await restoreStore(store, options)).toMatchObject({ kind: "restored" });
    expect(missingFrom(emailsInSqlite(elsewhere), new Set(before))).toEqual([]);
  },
  testTimeLimitMs,
);

test(
  `copying that is killed ${kills} times, or fills the disk, leaves whole copies`,
  async () => {
    const random = startChance();
    const { data, copies } = await folders();
    const server = await startFaultServer({ DATA_DIR: data });
    const copy = () => startCopier({ DATA_DIR: data }, [copies, "--every", "1m", "--keep", "2"]);
    const startedAt = performance.now();
    const first = copy();
    await expect.poll(first.printed, patience).toContain(made);
    let copyMs = performance.now() - startedAt;
    await first.end("SIGKILL");
    for (let killed = 0; killed < kills; ) {
      const copier = copy();
      const killAfterMs = copyMs * random();
      await sleep(killAfterMs);
      await copier.end("SIGKILL");
      // A kill that came too late has killed no copy, and the next one comes earlier: the machine may have stood still
      // during the first copy.
      if (copier.printed().includes(made)) copyMs = killAfterMs;
      else killed += 1;
      const names = await copiesIn(copies);
      const unfit = names.map((name) => findUnfit(join(copies, name)));
      expect(unfit).toEqual(names.map(() => undefined));
      expect(names.length).toBeGreaterThan(0);
    }
    // A whole copy removes what a killed one has left, so that nothing but copies is in the folder.
    const copier = startCopier({ DATA_DIR: data }, [copies]);
    await expect.poll(copier.printed, patience).toContain(made);
    await copier.end("SIGTERM");
    const older = await readdir(copies);
    const full = startCopier({ DATA_DIR: data }, [copies], { maxBlocks: 100 });
    await expect.poll(full.printed, patience).toContain("A cópia falhou");
    expect(await full.end("SIGTERM")).toBe(0);
    expect(full.printed()).toMatch(/A cópia falhou \(o disco (está cheio|deu um erro)/);
    expect(full.printed().match(/A cópia falhou/g)).toHaveLength(1);
    expect(await readdir(copies)).toEqual(older);
    await server.end("SIGTERM");
  },
  testTimeLimitMs + kills * 2_000,
);

async function folders(): Promise<{ data: string; copies: string }> {
  const data = await temporaryFolder();
  const copies = join(data, "copies");
  await mkdir(copies);
  return { data, copies };
}

async function copiesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sqlite"));
}

type Copier = {
  /** What the process has printed until now, on both outputs. */
  printed: () => string;
  /** Sends the signal and waits for the end. Returns the exit code; null if the signal itself ended the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

type Options = {
  /** The largest file that the process may write, in blocks of 512 bytes. */
  maxBlocks?: number;
};

/** Starts `backup --to` of the built product in its own process. It ends with the test. */
function startCopier(
  settings: Record<string, string>,
  words: readonly string[],
  { maxBlocks }: Options = {},
): Copier {
  const command = [process.execPath, "build/server/cli.js", "backup", "--to", ...words];
  const limit = maxBlocks === undefined ? "" : `ulimit -f ${maxBlocks}; `;
  const child = spawn("/bin/sh", ["-c", `${limit}exec "$@"`, "sh", ...command], {
    env: { PATH: process.env["PATH"], ...blankSettings, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += String(chunk);
    });
  onTestFinished(async () => {
    await end(child, "SIGKILL");
  });
  return { printed: () => printed, end: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, "close");
  }
  return child.exitCode;
}
