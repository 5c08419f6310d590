import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { readFile, utimes, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readLastCopy } from "#server/copies/facts.ts";
import { blankSettings } from "./support/built/blank-settings.ts";
import { createOperator } from "./support/operator/operator.ts";
import { temporaryFolder } from "./support/store/temporary-database.ts";

/**
 * A replacement for restic, and for Node where a test is only about the script: it notes its arguments, and keeps the
 * copy in a folder.
 */
const standIn = `#!/bin/sh
call=$(echo "\${0##*/} $*" | sed "s|$CACHE_DIRECTORY/||g")
echo "$call" >> "$CALLS"
[ "$call" = "$FAIL_AT" ] && { echo "no answer" >&2; exit 1; }
[ "$call" = "$KILL_AT" ] && kill -s "$SIGNAL" $PPID
case $call in
  "node build/server/cli.js backup "*) : > "$3" ;;
  "restic backup "*)
    env > "$CALLS.env"
    cp --preserve=timestamps copia.sqlite "$RESTIC_REPOSITORY"
    [ "$TWICE" ] && { TWICE= "$TWICE" >> "$CALLS" 2>&1; echo "ended with $?" >> "$CALLS"; } ;;
  "restic restore "*)
    for target; do :; done
    mkdir "$target"
    cp --preserve=timestamps "$RESTIC_REPOSITORY/copia.sqlite" "$target" ;;
esac
exit 0
`;

const leads = "node build/server/cli.js";
const forget =
  "restic forget --quiet --tag black-ahsd --group-by tags --keep-hourly 48 --keep-daily 30 --prune --max-unused 0";
const isDue = `${leads} copied --due`;

/** The steps of a backup in their order: the name of each step, its call, and the files that stay if this step fails. */
const steps: readonly [name: string, call: string, left: string[]][] = [
  ["cópia do banco", `${leads} backup work/copia.sqlite`, ["lock"]],
  ["restic unlock", "restic unlock --quiet", ["lock"]],
  [
    "restic backup",
    "restic backup --quiet --host black-ahsd --tag black-ahsd copia.sqlite",
    ["lock"],
  ],
  ["restic forget", forget, ["lock"]],
  ["restic check", "restic check --quiet --read-data-subset=1G", ["checked", "lock"]],
  [
    "restic restore",
    "restic restore --quiet latest --tag black-ahsd --target work/back",
    ["checked", "lock"],
  ],
  ["comparação", `${leads} copied --compare work/back/copia.sqlite`, ["checked", "lock"]],
  ["anotação", `${leads} copied`, ["lock"]],
];
const allCalls = steps.map(([, call]) => call).toSpliced(4, 0, isDue);

test("the first copy is sent, older ones go, and it is proved", async () => {
  const { store, signUp, use } = await createOperator();
  await signUp({});
  const { run, calls, environment } = await prepareBackup(["restic"]);
  const secrets = await secretSettings();
  expect(secrets).toContain("ACTIVECAMPAIGN_TOKEN");
  const settings = Object.fromEntries(secrets.map((name) => [name, ""]));
  const DATA_DIR = store.kind === "sqlite" ? store.folder : "";
  expect(await run({ ...settings, DATA_DIR })).toMatchObject({
    code: 0,
    err: expect.not.stringContaining("parou"),
  });
  expect(await calls()).toEqual(allCalls.filter((call) => call.startsWith("restic")));
  const noted = { at: expect.any(Number), provedAt: expect.any(Number), failure: null };
  expect(await use(readLastCopy)).toEqual(noted);
  const learnt = Object.keys(await environment());
  expect(learnt).toContain("RESTIC_REPOSITORY");
  expect(learnt.filter((name) => secrets.includes(name))).toEqual([]);
});

test("until the next week a copy is sent, and not proved", async () => {
  const { run, calls } = await prepareBackup();
  expect(await run({ FAIL_AT: isDue })).toMatchObject({ code: 0 });
  expect(await calls()).toEqual([...allCalls.slice(0, 5), `${leads} copied`]);
});

test.each(steps)(
  "when %s fails, this is noted, the copy ends, and nothing of it stays",
  async (name, call, left) => {
    const { run, calls, folder } = await prepareBackup();
    const { code, err } = await run({ FAIL_AT: call });
    expect([code, err]).toEqual([1, `no answer\nA cópia parou em: ${name}.\n`]);
    const before = allCalls.slice(0, allCalls.indexOf(call) + 1);
    expect(await calls()).toEqual([...before, `${leads} copied --failed ${name}`]);
    expect(readdirSync(folder)).toEqual(left);
  },
);

test("a check that failed comes again after an hour, and stays noted until then", async () => {
  const { run, calls, folder } = await prepareBackup();
  await run({ FAIL_AT: steps[4]?.[1] ?? "" });
  await calls();
  expect(await run()).toMatchObject({ code: 1 });
  expect(await calls()).toEqual(allCalls.slice(0, 5));
  const anHourAgo = Date.now() / 1_000 - 3_600;
  await utimes(join(folder, "checked"), anHourAgo, anHourAgo);
  expect(await run()).toMatchObject({ code: 0 });
  expect(await calls()).toEqual(allCalls);
  expect(readdirSync(folder)).toEqual(["lock"]);
});

test("a second copy at once is refused, and leaves the first one alone", async () => {
  const { run, calls } = await prepareBackup();
  expect(await run({ TWICE: resolve("deploy/backup") })).toMatchObject({ code: 0 });
  expect((await calls()).slice(3, 6)).toEqual([
    "Outra cópia está sendo feita agora. Espere até ela terminar.",
    "ended with 1",
    forget,
  ]);
});

test.each([
  ["TERM", ["lock"]],
  ["KILL", ["lock", "work"]],
])("what a copy leaves that SIG%s ends is gone after the next", async (signal, left) => {
  const { run, calls, folder } = await prepareBackup();
  await run({ KILL_AT: forget, SIGNAL: signal });
  expect(readdirSync(folder)).toEqual(left);
  await calls();
  expect(await run()).toMatchObject({ code: 0 });
  expect(await calls()).toEqual(allCalls);
  expect(readdirSync(folder)).toEqual(["lock"]);
});

/** The names of the settings that `.env.example` marks as secret. */
async function secretSettings(): Promise<string[]> {
  const example = await readFile(".env.example", "utf8");
  const secrets = example.matchAll(/^# .*(?:segredo|senha).*\n(?:# .*\n)*([A-Z_]+)=$/gm);
  return [...secrets].map(([, name = ""]) => name);
}

/** Prepares the backup script with its own folder and repository; the replacement program gets these names. */
async function prepareBackup(names = ["node", "restic"]) {
  const [bin, folder, repository] = [
    await temporaryFolder(),
    await temporaryFolder(),
    await temporaryFolder(),
  ];
  const callsFile = join(bin, "calls");
  for (const name of names) await writeFile(join(bin, name), standIn, { mode: 0o755 });
  const env = {
    ...blankSettings,
    PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
    CACHE_DIRECTORY: folder,
    RESTIC_REPOSITORY: repository,
    CALLS: callsFile,
    ...{ FAIL_AT: "", KILL_AT: "", TWICE: "" },
  };
  return {
    folder,
    /** Runs the script, and waits for the end of the script and of all processes that it started. */
    run: (more: Record<string, string> = {}) =>
      new Promise<{ code: number | null; err: string }>((ended) => {
        const settings = { env: { ...env, ...more } };
        const child = execFile(join("deploy", "backup"), settings, (_, __, err) =>
          ended({ code: child.exitCode, err }),
        );
      }),
    environment: async () => parseEnv(await readFile(`${callsFile}.env`, "utf8")),
    /** The calls that the replacement program has noted since the last time. */
    async calls(): Promise<string[]> {
      const lines = (await readFile(callsFile, "utf8")).split("\n");
      await writeFile(callsFile, "");
      return lines.slice(0, -1);
    },
  };
}
