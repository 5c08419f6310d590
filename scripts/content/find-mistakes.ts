import * as v from "valibot";
import { files } from "#content/shapes/files.ts";
import { nearest } from "#content/shapes/nearest.ts";
import { type Place, type ReadFile, readContent, undo } from "./read-content.ts";
import type { Slip } from "./tokens.ts";

type Issue = v.BaseIssue<unknown>;
type Shapes = Record<string, v.GenericSchema>;

/**
 * All mistakes in the files of the folder, each as one sentence in Portuguese with its file and line. The files are read
 * and run again at each call.
 */
export async function findMistakes(
  folder: string,
  shapes: Record<string, Shapes> = files,
): Promise<string[]> {
  const content = await readContent(folder, Object.keys(shapes));
  const noVideos = await findNoVideos(content);
  const mistakes = Object.entries(shapes).flatMap(([file, ofFile]) => {
    const read = content.get(file);
    const found = read
      ? mistakesIn(file, read, ofFile)
      : [{ line: 1, text: `o arquivo não existe. ${undo(file)}` }];
    const all = file === "lessons.ts" ? [...found, ...noVideos] : found;
    return inOrder(all).map(({ line, text }) => `content/${file}: ${text} (linha ${line})`);
  });
  return mistakes.length > 0 ? mistakes : describeNotRun(content);
}

/**
 * Files that are written well and cannot be run all the same, so that none of their values was checked: for example, one
 * that imports a file that does not exist. A file that takes a value of such a file fails only because of that.
 */
function describeNotRun(content: Map<string, ReadFile>): string[] {
  const all = [...content].filter(([, { values }]) => values === undefined);
  const sources = all.map(([file]) => file.replace(/\.ts$/, ""));
  const own = all.filter(([, { places }]) => {
    const words = [...places.values()].flatMap(wordsIn);
    return !words.some((word) => sources.some((source) => word.startsWith(`${source}.`)));
  });
  return (own.length > 0 ? own : all).map(
    ([file]) =>
      `content/${file}: este arquivo não funciona: uma linha com import ou export const não está como era. ${undo(file)} (linha 1)`,
  );
}

function wordsIn({ word = "", inside }: Place): string[] {
  return [word, ...[...inside.values()].flatMap(wordsIn)];
}

/** A value that two exports share would be told twice. */
function inOrder(found: Slip[]): Slip[] {
  const unique = new Map(found.map((slip) => [`${slip.line} ${slip.text}`, slip]));
  return [...unique.values()].sort((one, other) => one.line - other.line);
}

/** The mistakes of one file: those in how it is written, and those in its values. A line is told once. */
function mistakesIn(file: string, read: ReadFile, shapes: Shapes): Slip[] {
  const { slips, places, values } = read;
  const told = new Set(slips.map(({ line }) => line));
  const missing = Object.keys(shapes).filter((name) => !places.has(name));
  const wrong = Object.entries(shapes).flatMap(([name, shape]) => {
    const place = places.get(name);
    return place && values ? checkValue(shape, { name, value: values[name], place, read }) : [];
  });
  const isRead = places.size > 0 || slips.length === 0;
  return [
    ...slips,
    ...(isRead ? missing.map((name) => describeNoExport(file, name, [...places])) : []),
    ...wrong.filter(({ line }) => !told.has(line)),
  ];
}

function describeNoExport(file: string, name: string, places: [string, Place][]): Slip {
  const written = nearest(
    name,
    places.map(([one]) => one),
  );
  const line = places.find(([one]) => one === written)?.[1].line ?? 1;
  return written
    ? { line, text: `"${written}" não existe. Escreva ${name} depois de export const.` }
    : { line, text: `falta a linha que começa com "export const ${name}". ${undo(file)}` };
}

/** Mistakes that two files make together: a lesson names a video that `links.ts` does not have. */
async function findNoVideos(content: Map<string, ReadFile>): Promise<Slip[]> {
  const shape = v.object({ lessons: v.array(v.object({ video: v.string() })) });
  const read = content.get("lessons.ts");
  const lessons = v.safeParse(shape, read?.values?.["lessons"]);
  const videos = content.get("links.ts")?.places.get("links")?.inside.get("videos");
  if (!lessons.success || !videos) return [];
  const names = [...videos.inside.keys()].map(String);
  const place = read?.places.get("lessons");
  return lessons.output.lessons.flatMap(({ video }, index) => {
    if (names.includes(video)) return [];
    const right = nearest(video, names);
    const advice = right ? `Escreva "${right}".` : `Os nomes são ${names.join(", ")}.`;
    const line = (place && placeAt(place, ["lessons", index, "video"]))?.line ?? 1;
    const text = `"video" é "${video}", que não está em "videos" de content/links.ts. ${advice}`;
    return [{ line, text }];
  });
}

function placeAt(place: Place, path: readonly unknown[]): Place | undefined {
  const [key, ...rest] = path;
  if (typeof key !== "string" && typeof key !== "number") return place;
  const inner = place.inside.get(key);
  return inner && placeAt(inner, rest);
}

type Checked = { name: string; value: unknown; place: Place; read: ReadFile };

function checkValue(shape: v.GenericSchema, checked: Checked): Slip[] {
  const issues = allIssues(shape, checked.value).filter((issue) => isOwn(issue, checked.place));
  const missing = issues.filter(isMissingName);
  const wrong = issues.filter((issue) => !isMissingName(issue) && !isUnknownName(issue));
  return [
    ...wrong.map((issue) => describeWrong(issue, checked)),
    ...describeNames(issues.filter(isUnknownName), missing, checked),
  ];
}

/** The schemas of Valibot report only the first unknown name of a group, so it is removed to see the others. */
function allIssues(shape: v.GenericSchema, input: unknown): Issue[] {
  const { issues = [] } = v.safeParse(shape, input, { message: describeKind });
  const unknown = issues.filter(isUnknownName);
  for (const { path } of unknown) {
    const last = path?.at(-1);
    if (last && typeof last.input === "object" && last.input !== null)
      Reflect.deleteProperty(last.input, String(last.key));
  }
  return unknown.length === 0 ? issues : [...unknown, ...allIssues(shape, input)];
}

/** A mistake in a value of another file is told there, unless that file has no such value. */
function isOwn(issue: Issue, whole: Place): boolean {
  const path = pathOf(issue);
  const places = path.map((_, index) => placeAt(whole, path.slice(0, index + 1)));
  return issue.input === undefined || !places.some((place) => place?.word);
}

function isUnknownName(issue: Issue): boolean {
  return issue.path?.at(-1)?.origin === "key" && issue.expected === "never";
}

function isMissingName(issue: Issue): boolean {
  return issue.path?.at(-1)?.origin === "key" && issue.expected !== "never";
}

function pathOf({ path }: Issue): unknown[] {
  return path?.map(({ key }) => key) ?? [];
}

/** The path of the list or group around the place of an issue. */
function pathAround(issue: Issue): unknown[] {
  return pathOf(issue).slice(0, -1);
}

function lastName(issue: Issue): string {
  return String(pathOf(issue).at(-1));
}

function describeWrong(issue: Issue, { name, place, value }: Checked): Slip {
  const path = pathOf(issue);
  const isEmptyList = issue.path?.some(({ input }) => Array.isArray(input) && input.length === 0);
  const shown = isEmptyList ? path.slice(0, -1) : path;
  const found = placeAt(place, shown) ?? placeAt(place, pathAround(issue)) ?? place;
  const problem = isEmptyList ? "está sem itens. Escreva pelo menos um." : issue.message;
  const text =
    found.word && issue.input === undefined ? `usa ${found.word}, que não existe.` : problem;
  const isWhole = path.length === 0 && value !== undefined;
  return { line: found.line, text: `${subjectOf(isWhole ? [] : shown, name)} ${text}` };
}

/** The name of a value in a sentence. The line of the sentence says which of several equal names is meant. */
function subjectOf(path: readonly unknown[], name: string): string {
  const last = path.at(-1);
  if (typeof last !== "number") return `"${String(last ?? name)}"`;
  return `o item ${last + 1} de "${String(path.at(-2) ?? name)}"`;
}

/**
 * Names that are missing or unknown. A name that is like a missing one is a misspelling of it. In a mended file only
 * values without a name are told: the rest may be a consequence of the slip.
 */
function describeNames(unknown: Issue[], missing: Issue[], { place, read }: Checked): Slip[] {
  const corrected = new Set<Issue>();
  const wrong = unknown.flatMap((issue): Slip[] => {
    const written = lastName(issue);
    const around = JSON.stringify(pathAround(issue));
    const siblings = missing.filter(
      (other) => JSON.stringify(pathAround(other)) === around && !corrected.has(other),
    );
    const lacking = siblings.map(lastName);
    const line = placeAt(place, pathOf(issue))?.line ?? place.line;
    const [, shown] = /^\?\d+ (.*)$/.exec(written) ?? [];
    const meant = shown
      ? siblings[0]
      : siblings.find((other) => lastName(other) === nearest(written, lacking));
    if (meant) corrected.add(meant);
    if (shown) return [{ line, text: describeNameless(shown, lacking[0]) }];
    return read.isMended ? [] : [{ line, text: describeUnknown(written, meant, lacking) }];
  });
  const lacking = missing.filter((issue) => !corrected.has(issue) && !read.isMended);
  return [...wrong, ...lacking.map((issue) => describeMissing(issue, place))];
}

function describeNameless(shown: string, name: string | undefined): string {
  return name
    ? `falta o nome antes de ${shown}. Escreva ${name}: antes desse valor.`
    : `falta o nome, com dois-pontos, antes de ${shown}.`;
}

function describeUnknown(written: string, meant: Issue | undefined, lacking: string[]): string {
  if (meant) return `"${written}" não existe. Escreva ${lastName(meant)}:`;
  const other =
    lacking.length > 0 ? `Escreva ${lacking.join(": ou ")}: no lugar, ou apague` : "Apague";
  return `"${written}" não existe aqui. ${other} essa linha.`;
}

function describeMissing(issue: Issue, whole: Place): Slip {
  const name = lastName(issue);
  const { line } = placeAt(whole, pathAround(issue)) ?? whole;
  return { line, text: `falta "${name}". Escreva de novo a linha que começa com ${name}:` };
}

/** What to say about a value of the wrong kind, after its name. Rules with sentences of their own do not come here. */
function describeKind({ type, input, expected }: Issue): string {
  const word = typeof input === "symbol" ? input.description : undefined;
  switch (type) {
    case "string":
      if (typeof input === "number")
        return `é um número, mas deve ser um texto. Escreva "${input}", com aspas.`;
      return word
        ? `está sem aspas. Escreva "${word}".`
        : 'deve ser um texto entre aspas, assim: "…".';
    case "number":
      return typeof input === "string" && /^\d+$/.test(input)
        ? `está entre aspas, mas deve ser um número. Escreva ${input}, sem aspas.`
        : "deve ser um número, sem aspas.";
    case "boolean":
      return "deve ser true (sim) ou false (não), sem aspas.";
    case "array":
    case "tuple_with_rest":
      return "deve ser uma lista entre colchetes, assim: [ … ].";
    case "strict_object":
    case "record":
      return "deve ser um grupo entre chaves, assim: { … }.";
    default:
      return expected === "true"
        ? "deve ser true, sem aspas."
        : `deve ser ${expected ?? ""}. Escreva assim de novo.`;
  }
}
