import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { alarms } from "#phrases/alarms.ts";
import { yesOption } from "#server/command-line/asking.ts";
import { commands, findCommand } from "#server/commands/command-table.ts";
import { alarmNames } from "#server/facts/fact.ts";
import { type Facts, readAllFacts } from "#server/operator/facts.ts";
import { notStoring } from "#server/operator/store-facts.ts";
import { openDatabase } from "#server/store/open-store.ts";
import { eventPlan } from "./support/app/event-plan.ts";
import { settingsOf } from "./support/operator/operator.ts";
import { createMigratedStore } from "./support/store/temporary-database.ts";

/** The documents except decisions and the list of changes, because these may name what no longer exists. */
const papers = git("ls-files .env.example *.md :!docs/decisions :!CHANGELOG.md");
const sources = git("grep --untracked -ohwE [A-Z]+(_[A-Z]+)+ -- :!*.md :!.env.example :!tests");
/** A path of the repository in backticks. A path with a placeholder, like `<name>` or `*`, is only an example. */
const ownPath =
  /`((?:bench|content|deploy|docs|event|fake-active-campaign|lead|phrases|public|scripts|server|site|tests)\/[\w./@-]*)`/g;
/** This folder is not in the repository, because the owner creates it. */
const ownersPictures = "content/pictures/";
const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

test.each(papers)("%s names only what exists", (paper) => {
  const named = (pattern: RegExp) =>
    [...readFileSync(paper, "utf8").matchAll(pattern)].map(([, name = ""]) => name);
  expect({
    scripts: named(/npm run (?:-s )?([a-z][a-z:-]*)/g).filter((name) => !scripts[name]),
    commands: [
      ...named(/\bleads -- ([^`\n|&;>)]+)/g),
      ...named(/`([a-z]+ [^`[]+)`/g).filter(isOfCommands),
    ].filter((text) => !isCommand(text)),
    settings: named(/\b([A-Z]+(?:_[A-Z]+)+)\b/g).filter((name) => !sources.includes(name)),
    paths: named(ownPath).filter((path) => !existsSync(path) && path !== ownersPictures),
  }).toEqual({ scripts: [], commands: [], settings: [], paths: [] });
});

test.each(git("ls-files *.md"))("each link of %s leads to a file and a heading", (paper) => {
  const links = readFileSync(paper, "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g);
  const broken = [...links].filter(([, file = "", heading = ""]) => {
    const target = file === "" ? paper : join(dirname(paper), file);
    return !existsSync(target) || (heading !== "" && !headingsOf(target).includes(heading));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(["docs/noite-do-lancamento.md", "docs/operacao/alarmes.md"])(
  "%s names each alarm of the log",
  (paper) => {
    const happened = Object.values(alarms).map(({ alarm }) => alarm);
    const names = [...alarmNames, ...happened].map((name) => `\`${name}\``);
    expect(names.filter((name) => !readFileSync(paper, "utf8").includes(name))).toEqual([]);
  },
);

test("each alarm stands with the title of its message", async () => {
  const paper = readFileSync("docs/operacao/alarmes.md", "utf8");
  const facts = [notStoring(undefined), ...Object.values(await factsOfEmptyStore()).flat()];
  const told = facts.flatMap(({ alarm, name }) => (alarm ? [`\`${alarm}\` (${name})`] : []));
  expect(told).toHaveLength(alarmNames.length);
  expect(told.filter((words) => !paper.includes(words))).toEqual([]);
});

test("each package is locked in one exact version, with its checksum", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(range, name).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    expect(packages[`node_modules/${name}`].version, name).toBe(range);
  }
  for (const [path, { integrity, devOptional }] of Object.entries<Locked>(packages)) {
    if (path !== "") expect(integrity, path).toMatch(/^sha512-/);
    // `npm start` would install a package marked `devOptional`: see .npmrc.
    expect(devOptional, path).toBeUndefined();
  }
});

test.each(git("ls-files *package-lock.json"))("%s names no host of a registry", (lock) => {
  expect(readFileSync(lock, "utf8")).not.toContain('"resolved"');
});

/** Whether this text begins like a command of the operator. */
function isOfCommands(text: string): boolean {
  const [first = ""] = text.split(" ");
  return [...commands.keys()].some((words) => words.split(" ")[0] === first);
}

/** Whether a command accepts these words and options. A word that begins with no letter, like `<comando>`, is only an example. */
function isCommand(text: string): boolean {
  const args = text.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const found = findCommand(args);
  if (found === undefined) return !/^[a-z]/.test(text);
  const { command, rest } = found;
  const options = { ...yesOption, ...command.options };
  const given = parseArgs({ args: [...rest], options, allowPositionals: true, strict: false });
  const isKnown = Object.keys(given.values).every((name) => name === "help" || name in options);
  return isKnown && given.positionals.length <= (command.operands?.max ?? 0);
}

/** The facts of an empty store and a server with an ActiveCampaign account. */
async function factsOfEmptyStore(): Promise<Facts> {
  const { store, remove } = await createMigratedStore("sqlite");
  onTestFinished(remove);
  const database = await openDatabase(store);
  onTestFinished(() => database.destroy());
  const read = settingsOf(store, account);
  if (read.kind === "mistakes") throw new Error(read.mistakes.join("\n"));
  const look = { database, config: read.config, event: eventPlan, now: 0, override: undefined };
  const readDisk = async () => ({ freeBytes: 1e12, freeShare: 0.5 });
  return readAllFacts({ ...look, readDisk, lasting: new Map() });
}

const account = {
  SITE_URL: "https://example.com",
  TRUSTED_PROXIES: "1",
  ACTIVECAMPAIGN_URL: "https://example.api-us1.com",
  ACTIVECAMPAIGN_TOKEN: "token",
};

type Locked = { integrity?: string; devOptional?: boolean };

/** The headings of a document in the form of GitHub's link addresses. */
function headingsOf(paper: string): string[] {
  const headings = [...readFileSync(paper, "utf8").matchAll(/^#+ (.+)$/gm)];
  return headings.map(([, text = ""]) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function git(words: string): string[] {
  return execFileSync("git", words.split(" "), { encoding: "utf8" }).trim().split("\n");
}
