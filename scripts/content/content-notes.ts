import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { courses } from "#content/courses.ts";
import { dateInWords, hourInWords } from "#content/filled.ts";
import { launch } from "#content/launch.ts";
import { presenter } from "#content/presenter.ts";
import { files } from "#content/shapes/files.ts";
import { nearest } from "#content/shapes/nearest.ts";
import { maxLetters, shownLength } from "#content/shapes/texts.ts";
import { publishedWordings } from "#content/shapes/wordings.ts";
import { pictureFindings } from "#scripts/pictures/picture-findings.ts";
import { fontCharacters } from "#scripts/upkeep/font-characters.ts";
import { contentChecks, runChecks, wholeContent } from "#server/doctor/site-checks.ts";
import { type Place, readContent } from "./read-content.ts";

type Note = { level: keyof typeof levels; text: string; todo?: string };

/** A text with the file and the line where it stands, its own name, and all names that lead to it. */
export type NamedText = { file: string; line: number; name: string; path: string; text: string };

const levels = { ok: "  certo: ", warn: "  veja:  ", fail: "  falta: ", evening: "  falta: " };
const picturesFolder = "content/pictures";
/** What stands in `content/` besides the files of words. */
const otherFiles = ["README.md", "filled.ts", "paths.ts"];
/** The names of texts on buttons. */
const buttons = ["cta", "submit", "voucher", "group", "support", "label"];

/** Prints what is worth knowing about content without mistakes: what doctor says, and what only its files show. */
export async function printNotes(now: number): Promise<void> {
  for (const { level, text, todo } of await contentNotes(now)) {
    console.log(`${levels[level]}${text}`);
    if (todo) console.log(`         ${todo}`);
  }
}

async function contentNotes(now: number): Promise<Note[]> {
  const texts = await namedTexts("content");
  const whole = { ...wholeContent, pictures: picturesFolder, now, stored: undefined };
  const ofTerms = termsNotes(texts, launch);
  const found: Note[] = [];
  for await (const note of runChecks(contentChecks(whole), whole)) {
    // The values are the same by now, and the terms still speak of two.
    const isRefuted = note.title === "oferta" && note.level === "ok" && ofTerms.length > 0;
    if (!isRefuted) found.push(note);
  }
  const { event } = launch;
  return [
    ...found,
    ...ofTerms,
    ...presenterNotes(),
    ...pictureNotes(),
    ...texts.flatMap(textNotes),
    ...texts.flatMap((text) =>
      handWritten(text, {
        date: dateInWords(event.month, event.day),
        hour: hourInWords(event.hour, event.minute),
        courses: courses.courses.length,
      }),
    ),
    ...repeated(texts),
    ...wordingNotes(texts),
    ...strayFiles(await readdir("content")),
  ];
}

function presenterNotes(): Note[] {
  if (presenter.name !== "") return [];
  const todo =
    'Escreva o nome em "name", em content/presenter.ts, e a página o mostra com a apresentação.';
  return [{ level: "warn", text: "a página não diz o nome de quem apresenta a aula.", todo }];
}

async function namedTexts(folder: string): Promise<NamedText[]> {
  const content = readContent(folder, Object.keys(files));
  return [...content].flatMap(([file, { places, values }]) =>
    [...places].flatMap(([name, place]) =>
      textsIn(values?.[name], place, { file, name, path: [] }),
    ),
  );
}

type Where = { file: string; name: string; path: string[] };

function textsIn(value: unknown, place: Place, { file, name, path }: Where): NamedText[] {
  const { line, inside, word } = place;
  if (word) return [];
  if (typeof value === "string") return [{ file, line, name, path: path.join("."), text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isItem = Array.isArray(value);
    const found = inside.get(isItem ? Number(key) : key);
    const where = isItem ? { file, name, path } : { file, name: key, path: [...path, key] };
    return found ? textsIn(inner, found, where) : [];
  });
}

function placeOf({ file, line, name }: NamedText): string {
  return `content/${file}: "${name}" (linha ${line})`;
}

/** Without a folder of the owner's pictures, doctor has said already that every picture is a sample. */
function pictureNotes(): Note[] {
  if (!existsSync(picturesFolder)) return [];
  return pictureFindings()
    .filter(({ kind }) => kind === "note")
    .flatMap(({ sentence }) => warn(sentence));
}

/** The terms repeat two promises. When both are the same by now, they must not speak of two. */
export function termsNotes(
  texts: readonly NamedText[],
  { guaranteeDays, access }: Pick<typeof launch, "guaranteeDays" | "access">,
): Note[] {
  const terms = texts.filter(({ file }) => file === "terms.ts");
  const noteWhereTwo = (value: string, sentence: RegExp, what: string) => {
    const lines = terms
      .filter(({ text }) => text.includes(value) || sentence.test(text))
      .map(({ line }) => line);
    if (lines.length === 0) return [];
    return warn(
      `A página promete ${what} só, mas content/terms.ts ainda fala de duas formas (linhas ${lines.join(", ")}).`,
      "Corrija os termos: tire a frase que fala de duas formas e o item que repete a segunda.",
    );
  };
  return [
    ...(guaranteeDays.page === guaranteeDays.summary
      ? noteWhereTwo("{summaryGuaranteeDays}", /garantia de duas formas/i, "uma garantia")
      : []),
    ...(access.page === access.summary
      ? noteWhereTwo("{summaryAccess}", /pacote de duas formas/i, "um acesso")
      : []),
  ];
}

function textNotes(named: NamedText): Note[] {
  const { name, text } = named;
  const length = shownLength(text);
  const { headlineOnSmallPhone, button } = maxLetters;
  const strange = [...new Set(text)].filter((letter) => !fontCharacters.includes(letter));
  const isFull = buttons.includes(name) && length > 0.9 * button && length <= button;
  return [
    ...(name === "headline" && length > headlineOnSmallPhone
      ? warn(
          `content/hero.ts: "headline" tem ${length} letras. Num celular pequeno, o botão fica fora da primeira tela.`,
          `Com até ${headlineOnSmallPhone} letras, ele aparece.`,
        )
      : []),
    ...(isFull
      ? warn(`${placeOf(named)} tem ${length} letras. O botão aceita até ${button}.`)
      : []),
    ...(strange.length > 0
      ? warn(
          `${placeOf(named)} tem sinais que a fonte da página não desenha: ${strange.join(" ")}. O aparelho usa outra fonte para eles.`,
        )
      : []),
  ];
}

const handWrittenDate =
  /\b(\d{1,2})º? de (janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)(?! de \d)/giu;

/** A date, an hour or a number of courses that a text repeats by hand, and that is another one by now. */
export function handWritten(
  named: NamedText,
  right: { date: string; hour: string; courses: number },
): Note[] {
  if (named.file === "dates.ts") return [];
  const date = right.date.replaceAll("\u00a0", " ");
  const text = named.text.replaceAll("\u00a0", " ");
  const dates = [...text.matchAll(handWrittenDate)].map(([found]) => found);
  const hours = [...text.matchAll(/(?<!\p{L})às (\d{1,2}h(?:\d{2})?)\b/giu)].map(
    ([, found = ""]) => found,
  );
  const counts = [...text.matchAll(/\b(\d+) cursos\b/gi)].map(([, found = ""]) => found);
  return [
    ...dates
      .filter((one) => one.toLowerCase() !== date)
      .flatMap((one) =>
        warn(
          `${placeOf(named)} diz “${one}”, mas a aula é em ${date}.`,
          "Escreva {date} no lugar da data.",
        ),
      ),
    ...hours
      .filter((one) => one.toLowerCase() !== right.hour)
      .flatMap((one) =>
        warn(
          `${placeOf(named)} diz “às ${one}”, mas a aula é às ${right.hour}.`,
          "Escreva {hour} no lugar da hora.",
        ),
      ),
    ...counts
      .filter((one) => Number(one) !== right.courses)
      .flatMap((one) =>
        warn(
          `${placeOf(named)} diz “${one} cursos”, mas a lista de content/courses.ts tem ${right.courses}.`,
        ),
      ),
  ];
}

/** A course, a lesson or a question that stands twice in its list. */
export function repeated(texts: readonly NamedText[]): Note[] {
  const names = ["title", "question"];
  const lists = ["courses.ts", "lessons.ts", "faq.ts"];
  const first = new Map<string, NamedText>();
  return texts.flatMap((named) => {
    if (!names.includes(named.name) || !lists.includes(named.file)) return [];
    const key = `${named.file} ${named.path} ${named.text.toLowerCase()}`;
    const other = first.get(key);
    if (other)
      return warn(`${placeOf(named)} repete o texto da linha ${other.line}: “${named.text}”.`);
    first.set(key, named);
    return [];
  });
}

function wordingNotes(texts: readonly NamedText[]): Note[] {
  const names = texts
    .filter(({ file, path }) => file === "messages.ts" && path.startsWith("wordings.texts."))
    .map(({ name }) => name)
    .filter((name) => !(name in publishedWordings));
  if (names.length === 0) return [];
  return warn(
    `content/messages.ts tem frases que ainda não estão entre as publicadas: ${names.join(", ")}.`,
    "Peça a quem programa que as inclua em content/shapes/wordings.ts e em tests/consent-wordings.test.ts.",
  );
}

/** Files that an editor or a copy has left beside the true ones: what is changed in them does not reach the page. */
export function strayFiles(names: readonly string[]): Note[] {
  const known = [...Object.keys(files), ...otherFiles];
  return names
    .filter((name) => name.includes(".") && !name.startsWith(".") && !/\.test\.ts$/.test(name))
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const [begin = ""] = name.split(/\.|\s|-c[oó]pia|-copy/i);
      const meant = known.find((one) => one === `${begin}.ts`) ?? nearest(name, known);
      return warn(
        `A página não usa o arquivo content/${name}: o que está nele não aparece.`,
        meant
          ? `Se você mudou algo nele, passe a mudança para content/${meant}. Depois apague content/${name}.`
          : "Apague-o, ou peça a quem programa que o inclua.",
      );
    });
}

function warn(text: string, todo?: string): Note[] {
  return [{ level: "warn", text, ...(todo && { todo }) }];
}
