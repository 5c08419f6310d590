import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { object, parse, record, string } from "valibot";
import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { alarms } from "#phrases/alarms.ts";
import { commands } from "#server/commands/command-table.ts";
import { readConfig } from "#server/config.ts";
import { blankSettings } from "./support/built/blank-settings.ts";

/** Without history: decisions and the list of changes may name what is gone. */
const papers = git("ls-files .env.example *.md :!docs/decisions :!CHANGELOG.md");
const sources = git("grep --untracked -ohwE [A-Z]+(_[A-Z]+)+ -- :!*.md :!.env.example :!tests");
/** A path of the repository between backticks; one with a gap, like `<name>` or `*`, is an example. */
const ownPath =
  /`((?:bench|content|deploy|docs|event|fake-active-campaign|lead|phrases|public|scripts|server|site|tests)\/[\w./@-]*)`/g;
/** The owner makes this folder. */
const ownersPictures = "content/pictures/";
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const { scripts } = parse(object({ scripts: record(string(), string()) }), manifest);

test.each(papers)("%s names only what exists, and the server accepts its settings", (paper) => {
  const text = readFileSync(paper, "utf8");
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);
  expect({
    scripts: named(/npm run (?:-s )?([a-z][a-z:-]*)/g).filter((name) => !scripts[name]),
    commands: named(/\bleads -- ([a-z]+)/g).filter((name) => !commands.has(name)),
    settings: named(/\b([A-Z]+(?:_[A-Z]+)+)\b/g).filter((name) => !sources.includes(name)),
    paths: named(ownPath).filter((path) => !existsSync(path) && path !== ownersPictures),
  }).toEqual({ scripts: [], commands: [], settings: [], paths: [] });
  for (const block of named(/```ini\n(.*?)```/gs)) {
    const lines = [...block.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    const config = readConfig({ ...blankSettings, ...Object.fromEntries(lines) });
    expect(config).toMatchObject({ kind: "config" });
  }
});

test.each(git("ls-files *.md"))("each link of %s leads to a file and a heading", (paper) => {
  const links = [
    ...readFileSync(paper, "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g),
  ];
  const broken = links.filter(([, file = "", heading = ""]) => {
    const target = file === "" ? paper : join(dirname(paper), file);
    if (!existsSync(target)) return true;
    return heading !== "" && !headingsOf(target).includes(heading);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(["docs/noite-do-lancamento.md", "docs/operacao/alarmes.md"])(
  "%s names each alarm of the log",
  (paper) => {
    for (const { alarm } of Object.values(alarms))
      expect(readFileSync(paper, "utf8")).toContain(`\`${alarm}\``);
  },
);

/** Measured in Chromium, as GitHub shows it, on A4 at 70%: 50 lines of some 115 letters fit, 51 do not. */
test("the sheet of the night fits on one page", () => {
  const sheet = readFileSync("docs/noite-do-lancamento.md", "utf8");
  const printed = sheet.replaceAll(/\]\([^)]*\)|[`*[]/g, "").split(/\n(?=- |\d\. |#|\n)/);
  const lines = printed.map((block) => Math.ceil(block.trim().length / 115));
  expect(lines.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(50);
});

const reminders = readFileSync("docs/operacao/lembretes.md", "utf8");

test("each address in the reminders is one of the site", () => {
  // Each of the ten messages has two blocks to copy: the subject and the text.
  const blocks = [...reminders.matchAll(/^```text\n(.*?)\n```$/gms)].map(([, text]) => text);
  expect(blocks).toHaveLength(20);
  const texts = blocks.join("\n");
  const addresses = texts.match(/SITE_URL\S*/g) ?? [];
  expect(addresses.length).toBeGreaterThan(8);
  const withPass: string[] = [paths.live, paths.group];
  for (const address of addresses) {
    const { pathname, search } = new URL(address.replace("SITE_URL", "https://x.example"));
    expect([paths.landing, paths.live, paths.group, calendarFilePath]).toContain(pathname);
    const pass = withPass.includes(pathname) ? "inscricao=%BLACK_PASS%&" : "";
    expect(search).toMatch(new RegExp(`^\\?${pass}utm_source=email&utm_campaign=[a-z-]+$`));
  }
  expect(texts.replaceAll(/SITE_URL\S*/g, "")).not.toMatch(/https?:|www\.|\w\.\w|\/\w/);
  // The server always fills the first name; ActiveCampaign would leave an unknown name as it is.
  const filled = texts.match(/%[^%\s]*%/g);
  expect(new Set(filled)).toEqual(new Set(["%FIRSTNAME%", "%BLACK_PASS%"]));
});

test("the tags that begin the reminders are those that the server gives", () => {
  const tag = (pattern: RegExp) => pattern.exec(reminders)?.[1];
  const ofClass = tag(/^ACTIVECAMPAIGN_TAGS=(.+)$/m);
  expect(ofClass).toBeDefined();
  expect(tag(/Gatilho: [^`]*`([^`]+)`/)).toBe(ofClass);
  expect(tag(/uma condição só: [^`]*`([^`]+)`/)).toBe(ofClass);
  const ofNext = tag(/`([^`]+)` é a tag de quem se inscreve depois da aula/);
  expect(ofNext).toBe(tag(/^ACTIVECAMPAIGN_NEXT_TAGS=(.+)$/m));
  const ofEntered = tag(/`([^`]+)` é a tag de quem entrou na aula/);
  expect(ofEntered).toBe(tag(/^ACTIVECAMPAIGN_ENTERED_TAG=(.+)$/m));
  expect(tag(/mais dois segmentos, [^`]*`([^`]+)`/)).toBe(ofEntered);
});

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
