import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { object, parse, record, string } from "valibot";
import { expect, test } from "vitest";
import { alarms } from "#phrases/alarms.ts";
import { commands } from "#server/commands/command-line/command-table.ts";
import { readConfig } from "#server/config.ts";
import { blankSettings } from "./support/built/blank-settings.ts";

/** Without history: decisions and the list of changes may name what is gone. */
const papers = git("ls-files .env.example *.md :!docs/decisions :!CHANGELOG.md");
const sources = git("grep --untracked -ohwE [A-Z]+(_[A-Z]+)+ -- :!*.md :!.env.example :!tests");
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const { scripts } = parse(object({ scripts: record(string(), string()) }), manifest);

test.each(papers)("%s names only what exists, and the server accepts its settings", (paper) => {
  const text = readFileSync(paper, "utf8");
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  expect({
    scripts: named(/npm run (?:-s )?([a-z][a-z:-]*)/g).filter((name) => !scripts[name]),
    commands: named(/\bleads -- ([a-z]+)/g).filter((name) => !commands.has(name)),
    settings: named(/\b([A-Z]+(?:_[A-Z]+)+)\b/g).filter((name) => !sources.includes(name)),
  }).toEqual({ scripts: [], commands: [], settings: [] });
  for (const block of named(/```ini\n(.*?)```/gs)) {
    const lines = [...block.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const config = readConfig({ ...blankSettings, ...Object.fromEntries(lines) });
    expect(config).toMatchObject({ kind: "config" });
  }
});

test.each(["docs/noite-do-lancamento.md", "docs/operacao/alarmes.md"])(
  "%s names each alarm of the log",
  (paper) => {
    for (const { alarm } of Object.values(alarms))
      expect(readFileSync(paper, "utf8")).toContain(`\`${alarm}\``);
  },
);

function git(words: string): string[] {
  return execFileSync("git", words.split(" "), { encoding: "utf8" }).trim().split("\n");
}
