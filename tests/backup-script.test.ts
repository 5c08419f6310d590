import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { chmod, readFile, utimes, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readLastCopy } from "#server/copies/facts.ts";
import { blankSettings } from "./support/built/blank-settings.ts";
import { createOperator } from "./support/operator/operator.ts";
import { temporaryFolder } from "./support/store/temporary-database.ts";

/** In place of restic: it notes how it was called and what lay beside it, and keeps the copy in a folder. */
const restic = `#!/bin/sh
{ echo "restic $*"; ls "$CACHE_DIRECTORY/work" | sed 's/^/  /'; } >> "$CALLS"
env > "$CALLS.env"
[ "$1" = "$FAIL_AT" ] && { echo "no answer" >&2; exit 1; }
[ "$1" = "$KILL_AT" ] && kill -s "$SIGNAL" $PPID
case $1 in
  backup)
    cp --preserve=timestamps copia.sqlite "$RESTIC_REPOSITORY"
    [ "$TWICE" ] && { TWICE= "$TWICE" >> "$CALLS" 2>&1; echo "ended with $?" >> "$CALLS"; }
    exit 0 ;;
  restore)
    for target; do :; done
    mkdir "$target"
    cp --preserve=timestamps "$RESTIC_REPOSITORY/copia.sqlite" "$target" ;;
esac
`;

const copying = [
  "restic unlock --quiet",
  "  copia.sqlite",
  "restic backup --quiet --host black-ahsd --tag black-ahsd copia.sqlite",
  "  copia.sqlite",
  "restic forget --quiet --tag black-ahsd --group-by tags --keep-hourly 48 --keep-daily 30 --prune --max-unused 0",
  "  copia.sqlite",
];
const proving = (work: string) => [
  "restic check --quiet --read-data-subset=1G",
  "  copia.sqlite",
  `restic restore --quiet latest --tag black-ahsd --target ${work}/back`,
  "  copia.sqlite",
];

test("the first copy is sent, older ones go, and it is proved; the next is sent", async () => {
  const { run, calls, folder, last, environment } = await prepareBackup();
  const secrets = await secretSettings();
  expect(secrets).toContain("ACTIVECAMPAIGN_TOKEN");
  const settings = Object.fromEntries(secrets.map((name) => [name, ""]));
  expect(await run(settings)).toMatchObject({ code: 0, err: expect.not.stringContaining("parou") });
  expect(await calls()).toEqual([...copying, ...proving(join(folder, "work"))]);
  const { at, provedAt } = await last();
  expect([at, provedAt]).toEqual([expect.any(Number), expect.any(Number)]);
  const learnt = Object.keys(await environment());
  expect(learnt).toContain("RESTIC_REPOSITORY");
  expect(learnt.filter((name) => secrets.includes(name))).toEqual([]);
  await run();
  expect(await calls()).toEqual(copying);
  expect(await last()).toMatchObject({ failure: null, provedAt });
});

test.each([
  ["unlock", ["lock"]],
  ["forget", ["lock"]],
  ["restore", ["checked", "lock"]],
])(
  "when restic %s fails, this is noted, the copy ends, and nothing of it stays",
  async (step, left) => {
    const { run, calls, folder, last } = await prepareBackup();
    const { code, err } = await run({ FAIL_AT: step });
    expect(code).toBe(1);
    expect(err).toContain(`no answer\nA cópia parou em: restic ${step}.\n`);
    expect((await calls()).findLast((line) => line.startsWith("restic"))).toContain(`c ${step} `);
    expect(await last()).toEqual({ at: null, failure: `restic ${step}`, provedAt: null });
    expect(readdirSync(folder)).toEqual(left);
  },
);

test("a check that failed comes again after an hour, and stays noted until then", async () => {
  const { run, calls, folder, last } = await prepareBackup();
  await run({ FAIL_AT: "check" });
  const noted = await last();
  await calls();
  expect(await run()).toMatchObject({ code: 1 });
  expect(await calls()).toEqual(copying);
  expect(await last()).toEqual(noted);
  const anHourAgo = Date.now() / 1_000 - 3_600;
  await utimes(join(folder, "checked"), anHourAgo, anHourAgo);
  expect(await run()).toMatchObject({ code: 0 });
  expect(await calls()).toEqual([...copying, ...proving(join(folder, "work"))]);
  expect(await last()).toMatchObject({ failure: null, provedAt: expect.any(Number) });
  expect(readdirSync(folder)).toEqual(["lock"]);
});

test("a copy of a store that is not there fails", async () => {
  const { run, calls, folder } = await prepareBackup();
  const { code, err } = await run({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(err).toContain("A cópia parou em: cópia do banco.");
  expect(await calls()).toEqual([]);
});

test("a second copy at once is refused, and leaves the first one alone", async () => {
  const { run, calls } = await prepareBackup();
  expect(await run({ TWICE: resolve("deploy/backup") })).toMatchObject({ code: 0 });
  expect((await calls()).slice(4, 6)).toEqual([
    "Outra cópia está sendo feita agora. Espere até ela terminar.",
    "ended with 1",
  ]);
});

test.each([
  ["TERM", ["lock"]],
  ["KILL", ["lock", "work"]],
])("what a copy leaves that SIG%s ends is gone after the next", async (signal, left) => {
  const { run, calls, folder } = await prepareBackup();
  await run({ KILL_AT: "forget", SIGNAL: signal });
  expect(readdirSync(folder)).toEqual(left);
  await calls();
  expect(await run()).toMatchObject({ code: 0 });
  expect((await calls()).slice(0, 6)).toEqual(copying);
  expect(readdirSync(folder)).toEqual(["lock"]);
});

/** The names of the settings that `.env.example` calls secret. */
async function secretSettings(): Promise<string[]> {
  const example = await readFile(".env.example", "utf8");
  const secrets = example.matchAll(/^# .*(?:segredo|senha).*\n(?:# .*\n)*([A-Z_]+)=$/gm);
  return [...secrets].map(([, name = ""]) => name);
}

/** A store with a sign-up, and the script with its own folder, its own repository, and the stand-in for restic. */
async function prepareBackup() {
  const { store, signUp, use } = await createOperator();
  await signUp({});
  const [bin, folder, repository] = [
    await temporaryFolder(),
    await temporaryFolder(),
    await temporaryFolder(),
  ];
  const callsFile = join(bin, "calls");
  await writeFile(join(bin, "restic"), restic);
  await chmod(join(bin, "restic"), 0o755);
  await writeFile(callsFile, "");
  const env = {
    ...blankSettings,
    PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
    DATA_DIR: store.kind === "sqlite" ? store.folder : "",
    CACHE_DIRECTORY: folder,
    RESTIC_REPOSITORY: repository,
    CALLS: callsFile,
  };
  return {
    folder,
    last: () => use(readLastCopy),
    /** Runs the script to its end, and to that of all that it has started. */
    run: (more: Record<string, string> = {}) =>
      new Promise<{ code: number | null; out: string; err: string }>((ended) => {
        const child = execFile(
          join("deploy", "backup"),
          { env: { FAIL_AT: "", KILL_AT: "", TWICE: "", ...env, ...more } },
          (_, out, err) => ended({ code: child.exitCode, out, err }),
        );
      }),
    environment: async () => parseEnv(await readFile(`${callsFile}.env`, "utf8")),
    /** What the stand-in has noted since the last call. */
    async calls(): Promise<string[]> {
      const lines = (await readFile(callsFile, "utf8")).split("\n").slice(0, -1);
      await writeFile(callsFile, "");
      return lines;
    },
  };
}
