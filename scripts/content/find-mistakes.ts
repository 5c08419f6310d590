import * as v from "valibot";
import { files } from "#content/shapes/files.ts";
import { nearest } from "#content/shapes/nearest.ts";
import { type Slip, standsFor } from "./mend-slips.ts";
import { type Place, type ReadFile, readContent, undo } from "./read-content.ts";

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
  const content = readContent(folder, Object.keys(shapes));
  const noVideos = findNoVideos(content);
  return Object.entries(shapes).flatMap(([file, ofFile]) => {
    const read = content.get(file);
    const found = read
      ? mistakesIn(file, read, ofFile)
      : [{ line: 1, text: `o arquivo não existe. ${undo(file)}` }];
    const all = file === "lessons.ts" ? [...found, ...noVideos] : found;
    return inOrder(all).map(({ line, text }) => `content/${file}: ${text} (linha ${line})`);
  });
}

/** A value that two exports share would be told twice. */
function inOrder(found: Slip[]): Slip[] {
  const unique = new Map(found.map((slip) => [`${slip.line} ${slip.text}`, slip]));
  return [...unique.values()].sort((one, other) => one.line - other.line);
}

/** The mistakes of one file: those in how it is written, and those in its values. A line is told once. */
function mistakesIn(file: string, read: ReadFile, shapes: Shapes): Slip[] {
  const { slips, places, values, isMended } = read;
  const told = new Set(slips.map(({ line }) => line));
  const missing = Object.keys(shapes).filter((name) => !places.has(name));
  const wrong = Object.entries(shapes).flatMap(([name, shape]) => {
    const place = places.get(name);
    return place && values ? checkValue(shape, { name, value: values[name], place, isMended }) : [];
  });
  // In a file that could not be read at all, no export was found either.
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
function findNoVideos(content: Map<string, ReadFile>): Slip[] {
  const shape = v.object({ lessons: v.array(v.object({ video: v.string() })) });
  const read = content.get("lessons.ts");
  const lessons = v.safeParse(shape, read?.values?.["lessons"]);
  const videos = content.get("links.ts")?.places.get("links")?.inside.get("videos");
  if (!lessons.success || !videos) return [];
  const names = [...videos.inside.keys()].map(String).filter((name) => !standsFor(name));
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

/** One export of a file. `isMended`: what lacks may be a consequence of a slip that is told already. */
type Export = { name: string; value: unknown; place: Place; isMended: boolean };

function checkValue(shape: v.GenericSchema, checked: Export): Slip[] {
  const nameless = takeNameless(checked.value);
  const issues = allIssues(shape, checked.value).filter((issue) => isOwn(issue, checked.place));
  const ofKind = (kind: IssueKind) => issues.filter((issue) => kindOf(issue) === kind);
  const wrong = ofKind("wrong value");
  const names = {
    unknown: ofKind("unknown name"),
    // A group in a place where none belongs is told as a whole.
    nameless: nameless.filter(({ path }) => !wrong.some((issue) => isOfWrongKind(issue, path))),
    missing: ofKind("missing name"),
  };
  return [...wrong.map((issue) => describeWrong(issue, checked)), ...describeNames(names, checked)];
}

/** Whether the issue says that something around this path is of a wrong kind, for instance a group instead of a text. */
function isOfWrongKind(issue: Issue, path: unknown[]): boolean {
  return issue.kind === "schema" && pathOf(issue).every((key, index) => key === path[index]);
}

/** A value without a name, as a sentence shows it; `path` ends with its stand-in name. */
type Nameless = { path: unknown[]; shown: string };

/** Takes the values with stand-in names out of all groups, because no shape knows such a name. */
function takeNameless(value: unknown, path: readonly unknown[] = []): Nameless[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    const shown = standsFor(name);
    if (shown === undefined) return takeNameless(inner, here);
    Reflect.deleteProperty(value, name);
    return [{ path: here, shown }];
  });
}

/** Valibot reports only the first unknown name of a group, so that is removed from the value to see the others. */
function allIssues(shape: v.GenericSchema, input: unknown): Issue[] {
  const { issues = [] } = v.safeParse(shape, input, { message: describeKind });
  const unknown = issues.filter((issue) => kindOf(issue) === "unknown name");
  for (const { path } of unknown) {
    const last = path?.at(-1);
    if (last && typeof last.input === "object" && last.input !== null)
      Reflect.deleteProperty(last.input, String(last.key));
  }
  return unknown.length === 0 ? issues : [...unknown, ...allIssues(shape, input)];
}

type IssueKind = "unknown name" | "missing name" | "wrong value";

function kindOf({ path, expected }: Issue): IssueKind {
  if (path?.at(-1)?.origin !== "key") return "wrong value";
  return expected === "never" ? "unknown name" : "missing name";
}

/** A mistake in a value of another file is told there, unless that file has no such value. */
function isOwn(issue: Issue, whole: Place): boolean {
  const path = pathOf(issue);
  const places = path.map((_, index) => placeAt(whole, path.slice(0, index + 1)));
  return issue.input === undefined || !places.some((place) => place?.word);
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

function describeWrong(issue: Issue, { name, place }: Export): Slip {
  const isEmptyList = issue.path?.some(({ input }) => Array.isArray(input) && input.length === 0);
  const path = isEmptyList ? pathAround(issue) : pathOf(issue);
  const found = placeAt(place, path) ?? placeAt(place, pathAround(issue)) ?? place;
  const says = () => {
    if (found.word && issue.input === undefined) return `usa ${found.word}, que não existe.`;
    return isEmptyList ? "está sem itens. Escreva pelo menos um." : issue.message;
  };
  return { line: found.line, text: `${subjectOf(path, name)} ${says()}` };
}

/** The name of a value in a sentence. The line of the sentence says which of several equal names is meant. */
function subjectOf(path: readonly unknown[], name: string): string {
  const last = path.at(-1);
  if (typeof last !== "number") return `"${String(last ?? name)}"`;
  return `o item ${last + 1} de "${String(path.at(-2) ?? name)}"`;
}

/**
 * Tells what is wrong with the names of groups. A missing name is told only if nothing else in its group explains it: an
 * unknown name that is like it is a misspelling of it, and a value without a name lacks the first one that is still
 * missing. In a mended file only values without a name are told, because the rest may be a consequence of the slip.
 */
function describeNames(
  { unknown, nameless, missing }: { unknown: Issue[]; nameless: Nameless[]; missing: Issue[] },
  { place, isMended }: Export,
): Slip[] {
  const unexplained = new Set(missing);
  const lineOf = (path: unknown[]) => placeAt(place, path)?.line ?? place.line;
  const missingBeside = (path: unknown[]) => {
    const group = JSON.stringify(path.slice(0, -1));
    return [...unexplained].filter((issue) => JSON.stringify(pathAround(issue)) === group);
  };

  const misspelt = unknown.map((issue): Slip => {
    const beside = missingBeside(pathOf(issue));
    const lacking = beside.map(lastName);
    const meant = nearest(lastName(issue), lacking);
    for (const other of beside) if (lastName(other) === meant) unexplained.delete(other);
    const text = describeUnknown(lastName(issue), meant, lacking);
    return { line: lineOf(pathOf(issue)), text };
  });
  const withoutName = nameless.map(({ path, shown }): Slip => {
    const [meant] = missingBeside(path);
    if (meant) unexplained.delete(meant);
    return { line: lineOf(path), text: describeNameless(shown, meant && lastName(meant)) };
  });
  if (isMended) return withoutName;
  return [...misspelt, ...[...unexplained].map((issue) => describeMissing(issue, place))];
}

function describeNameless(value: string, meant: string | undefined): string {
  return meant
    ? `falta o nome antes de ${value}. Escreva ${meant}: antes desse valor.`
    : `falta o nome, com dois-pontos, antes de ${value}.`;
}

function describeUnknown(written: string, meant: string | undefined, lacking: string[]): string {
  if (meant) return `"${written}" não existe. Escreva ${meant}:`;
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
