import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { type FakeActiveCampaign, startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { blankSettings } from "./support/built/blank-settings.ts";
import { ana } from "./support/people.ts";
import { appendSubmission } from "./support/store/append-submission.ts";
import { openSqliteIn, temporaryFolder } from "./support/store/temporary-database.ts";

test("a rehearsal plays the night on a copy, and the real store and ActiveCampaign learn nothing of it", async () => {
  const { folder, account } = await realStore();
  const before = await readFile(join(folder, "leads.sqlite"));
  // On a busy machine a server takes seconds to start, and the doors must not have closed by then.
  const play = rehearse(folder, account, "0,5");

  const page = await play.printed(/A página do ensaio: +(\S+)/);
  const received = await play.printed(/O ActiveCampaign de teste: (\S+)/);
  expect(await (await fetch(page)).text()).toContain("<title>");
  await play.printed(/Entregues: [1-9]/);
  const contacts = await (await fetch(received)).text();

  expect(await play.ended(), play.output()).toBe(0);
  expect(contacts).toContain("ensaio-1@example.com");
  expect(contacts).not.toContain(ana.email);
  expect(play.output()).toMatch(
    / doors – a página .* live – a página .* diz que a aula terminou.*Fim do ensaio\. Inscrições enviadas: 12\. Guardadas: 12\. Entregues: 12\./s,
  );
  expect(play.output()).toMatch(/Pelo botão do grupo, a https:\S+: 12\./);
  expect(play.output()).toMatch(/Pela entrada da aula, a https:\S+: \d+\./);
  expect(play.output()).toContain("Toda inscrição enviada foi guardada e entregue.");
  expect(play.output()).not.toContain("Warning");
  expect(await readdir(folder)).toEqual(["leads.sqlite"]);
  expect(await readFile(join(folder, "leads.sqlite"))).toEqual(before);
  expect(account.requests).toEqual([]);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "a rehearsal that is ended by %s ends at once and removes its copy",
  async (signal) => {
    const { folder, account } = await realStore();
    const play = rehearse(folder, account, "5");
    await play.printed(/O ActiveCampaign de teste: /);
    const [copy = ""] = (await readdir(folder)).filter((name) => name.startsWith("ensaio"));
    expect((await stat(join(folder, copy))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, copy, "leads.sqlite"))).mode & 0o777).toBe(0o600);

    play.end(signal);

    expect(await play.ended()).toBe(1);
    expect(play.output()).toContain("O ensaio parou no meio. A cópia foi apagada.");
    expect(await readdir(folder)).toEqual(["leads.sqlite"]);
  },
);

/** A store in which Ana waits for her delivery, and the ActiveCampaign to which the real server would deliver. */
async function realStore(): Promise<{ folder: string; account: FakeActiveCampaign }> {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 100 });
  await database.destroy();
  const account = await startFakeActiveCampaign();
  onTestFinished(account.stop);
  return { folder, account };
}

function rehearse(folder: string, account: FakeActiveCampaign, minutes: string) {
  const command = spawn(
    process.execPath,
    ["build/server/cli.js", "rehearse", "--minutes", minutes],
    {
      env: {
        ...process.env,
        ...blankSettings,
        DATA_DIR: folder,
        ACTIVECAMPAIGN_URL: account.url,
        ACTIVECAMPAIGN_TOKEN: "fake-token",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  onTestFinished(() => void command.kill("SIGKILL"));
  const output = collect(command);
  const exit = once(command, "exit");
  return {
    output,
    end: (signal: NodeJS.Signals) => command.kill(signal),
    ended: async (): Promise<unknown> => (await exit)[0],
    /** Waits until the command has printed this, and returns the first group of the pattern. */
    async printed(pattern: RegExp): Promise<string> {
      const isOver = () => pattern.test(output()) || command.exitCode !== null;
      await vi.waitUntil(isOver, { timeout: 60_000 }).catch(() => undefined);
      expect(output()).toMatch(pattern);
      return pattern.exec(output())?.[1] ?? "";
    },
  };
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let output = "";
  for (const stream of [stdout, stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return () => output;
}
