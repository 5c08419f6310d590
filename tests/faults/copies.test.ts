import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { findUnfit } from "#server/storage/backup/copy-sqlite.ts";
import { restoreSqlite } from "#server/storage/backup/restore-sqlite.ts";
import { startCopier } from "#tests/support/faults/copier.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { rounds, startFaultServer } from "#tests/support/faults/server.ts";
import { emailSequence, emailsInSqlite, missingFrom } from "#tests/support/faults/store.ts";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";

const testTimeLimitMs = 120_000;
const patience = { timeout: 30_000, interval: 20 };
const made = "Cópia feita e conferida";

test(
  "two processes copy into one folder beside a server: both end cleanly, and the newest copy has each sign-up before it",
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
    const options = { folder: elsewhere, replace: false, now: 1_000 };
    const backup = join(copies, newest);
    expect(await restoreSqlite({ ...options, backup })).toMatchObject({ kind: "restored" });
    expect(missingFrom(emailsInSqlite(elsewhere), new Set(before))).toEqual([]);
  },
  testTimeLimitMs,
);

test(
  "a process of copies that is killed at any time leaves only whole copies, and never fewer than before",
  async () => {
    const { data, copies } = await folders();
    const server = await startFaultServer({ DATA_DIR: data });
    let most = 0;
    for (let round = 0; round < rounds; round += 1) {
      const copier = startCopier({ DATA_DIR: data }, [copies, "--every", "1m", "--keep", "2"]);
      if (round === 0) await expect.poll(copier.printed, patience).toContain(made);
      else await sleep(Math.random() * 900);
      await copier.end("SIGKILL");
      const names = await copiesIn(copies);
      expect(names.map((name) => findUnfit(join(copies, name)))).toEqual(
        names.map(() => undefined),
      );
      expect(names.length).toBeGreaterThanOrEqual(Math.min(most, 2));
      most = Math.max(most, 1);
    }
    await server.end("SIGTERM");
  },
  testTimeLimitMs + rounds * 2_000,
);

test(
  "a copy that the disk has no room for is reported in one line, leaves nothing behind, and the older copy stays",
  async () => {
    const { data, copies } = await folders();
    const server = await startFaultServer({ DATA_DIR: data });
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
  testTimeLimitMs,
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
