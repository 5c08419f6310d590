import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { files } from "#content/shapes/files.ts";
import { maxLetters, shownLength } from "#content/shapes/room.ts";
import { publishedWordings } from "#content/shapes/wordings.ts";
import { conferir as phrases } from "#phrases/content/conferir.ts";
import { pictureFindings } from "#scripts/pictures/picture-findings.ts";
import { fontCharacters } from "#scripts/upkeep/font-characters.ts";
import { runChecks } from "#server/doctor/check.ts";
import { contentChecks, wholeContent } from "#server/doctor/site-checks.ts";
import { namedTexts } from "./named-texts.ts";
import { type ReadContent, readContent } from "./read-content.ts";

type Note = { level: "ok" | "warn" | "fail"; text: string; todo?: string };

const picturesFolder = "content/pictures";
/** Files of `content/` that hold no words. */
const otherFiles = ["filled.ts", "paths.ts"];
/** The names of texts on buttons. */
const buttons = ["cta", "submit", "voucher", "group", "support", "label"];
const nearlyFull = 0.9 * maxLetters.button;

/** Prints what is worth knowing about content without mistakes: what doctor says, and what only its files show. */
export async function printNotes(now: number): Promise<void> {
  for (const { level, text, todo } of await contentNotes(now)) {
    console.log(`${phrases.levels[level]}${text}`);
    if (todo) console.log(`${phrases.levels.todo}${todo}`);
  }
  console.log(phrases.publish);
}

async function contentNotes(now: number): Promise<Note[]> {
  const content = await readContent("content");
  const whole = { ...wholeContent, pictures: picturesFolder, now, stored: undefined };
  const found: Note[] = [];
  for await (const note of runChecks(contentChecks(whole), whole)) found.push(note);
  return [
    ...found,
    ...pictureNotes(),
    ...lengthNotes(content),
    ...letterNotes(content),
    ...wordingNotes(content),
    ...(await fileNotes()),
  ];
}

/** Without a folder of the owner's pictures, doctor has said already that every picture is a sample. */
function pictureNotes(): Note[] {
  const findings = pictureFindings();
  const isTold = existsSync(picturesFolder);
  return findings.flatMap(({ kind, sentence: text }): Note[] => {
    if (kind === "mistake") return [{ level: "fail", text }];
    return isTold ? [{ level: "warn", text }] : [];
  });
}

function lengthNotes(content: ReadContent): Note[] {
  return namedTexts(content).flatMap(({ file, name, line, text }) => {
    const length = shownLength(text);
    if (name === "headline") {
      const { headlineOnSmallPhone: max } = maxLetters;
      return warnIf(length > max, phrases.longHeadline(length), phrases.shortenHeadline(max));
    }
    const place = phrases.inLine(file, line, name);
    const isFull = buttons.includes(name) && length > nearlyFull && length <= maxLetters.button;
    return warnIf(isFull, phrases.fullButton(place, length, maxLetters.button));
  });
}

function letterNotes(content: ReadContent): Note[] {
  return namedTexts(content).flatMap(({ file, name, line, text }) => {
    const strange = [...new Set(text)].filter((letter) => !fontCharacters.includes(letter));
    const place = phrases.inLine(file, line, name);
    return warnIf(strange.length > 0, phrases.strangeLetters(place, strange.join(" ")));
  });
}

function wordingNotes(content: ReadContent): Note[] {
  const names = namedTexts(content)
    .filter(({ file, path }) => file === "messages.ts" && path.startsWith("wordings.texts."))
    .map(({ name }) => name)
    .filter((name) => !(name in publishedWordings));
  return warnIf(names.length > 0, phrases.newWordings(names.join(", ")), phrases.publishWordings);
}

async function fileNotes(): Promise<Note[]> {
  const known = [...Object.keys(files), ...otherFiles];
  const all = (await readdir("content")).filter(
    (name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name),
  );
  const unknown = all.filter((name) => !known.includes(name));
  return warnIf(unknown.length > 0, phrases.unknownFiles(unknown.join(", ")), phrases.removeFiles);
}

function warnIf(condition: boolean, text: string, todo?: string): Note[] {
  return condition ? [{ level: "warn", text, ...(todo && { todo }) }] : [];
}
