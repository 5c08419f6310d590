import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { alarms } from "#phrases/alarms.ts";
import { commands } from "#server/commands/command-table.ts";
import { alarmNames } from "#server/facts/fact.ts";

/** Without history: decisions and the list of changes may name what is gone. */
const papers = git("ls-files .env.example *.md :!docs/decisions :!CHANGELOG.md");
const sources = git("grep --untracked -ohwE [A-Z]+(_[A-Z]+)+ -- :!*.md :!.env.example :!tests");
/** A path of the repository between backticks; one with a gap, like `<name>` or `*`, is an example. */
const ownPath =
  /`((?:bench|content|deploy|docs|event|fake-active-campaign|lead|phrases|public|scripts|server|site|tests)\/[\w./@-]*)`/g;
/** The owner makes this folder. */
const ownersPictures = "content/pictures/";
const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

test.each(papers)("%s names only what exists", (paper) => {
  const named = (pattern: RegExp) =>
    [...readFileSync(paper, "utf8").matchAll(pattern)].map(([, name = ""]) => name);
  expect({
    scripts: named(/npm run (?:-s )?([a-z][a-z:-]*)/g).filter((name) => !scripts[name]),
    commands: named(/\bleads -- ([a-z]+)/g).filter((name) => !commands.has(name)),
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

test("each package is locked in one exact version, with its checksum", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(range, name).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    expect(packages[`node_modules/${name}`].version, name).toBe(range);
  }
  for (const [path, { integrity, devOptional }] of Object.entries<Locked>(packages)) {
    if (path !== "") expect(integrity, path).toMatch(/^sha512-/);
    // Otherwise npm start would install it: see scripts/upkeep/trim-lock.ts.
    expect(devOptional, path).toBeUndefined();
  }
});

test.each(git("ls-files *package-lock.json"))("%s names no host of a registry", (lock) => {
  expect(readFileSync(lock, "utf8")).not.toContain('"resolved"');
});

type Locked = { integrity?: string; devOptional?: boolean };

/** The headings as the addresses in which GitHub shows them. */
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
