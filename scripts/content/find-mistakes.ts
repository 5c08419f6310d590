import type { BaseIssue } from "valibot";
import { issuesOf } from "#content/shapes/rule.ts";
import { nearest } from "#content/shapes/texts.ts";
import { contentShape } from "#content/shapes/words.ts";
import { type Mistake, readContent, type Written } from "./read-content.ts";

/** What prevents publishing: the mistakes in content/ or, if it has none, pictures that are not made yet. */
export async function findAllMistakes(): Promise<string[]> {
  const inContent = findMistakes("content");
  if (inContent.length > 0) return inContent;
  // This module is imported late: it loads content/, which may fail while content/ has mistakes.
  const { pictureFindings } = await import("#scripts/pictures/picture-findings.ts");
  return pictureFindings().mistakes;
}

/** All mistakes in the files of the folder, each as one Portuguese sentence with its file and line. */
export function findMistakes(folder: string): string[] {
  const { content, unread } = readContent(folder);
  const issues = issuesOf(contentShape, content.value).filter(
    // While a file cannot be read, its names are not reported as missing.
    (issue) => unread.length === 0 || !isMissing(issue) || pathOf(issue).length > 1,
  );
  return [...unread, ...issues.flatMap(describeAmong(issues, content)), ...findNoVideos(content)]
    .sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
    .map(({ file, line, text }) => `content/${file}: ${text} (linha ${line})`);
}

type Issue = BaseIssue<unknown>;

function describeAmong(issues: readonly Issue[], content: Written): (issue: Issue) => Mistake[] {
  return (issue) => {
    const path = pathOf(issue);
    const group = JSON.stringify(path.slice(0, -1));
    const beside = issues.filter((other) => JSON.stringify(pathOf(other).slice(0, -1)) === group);
    // A missing name beside an unknown name is probably the same name with a typo, so only the unknown name is
    // reported.
    if (isMissing(issue) && beside.some(isUnknown)) return [];
    const missing = beside.filter(isMissing).map((other) => String(pathOf(other).at(-1)));
    const says = isUnknown(issue) ? adviseName(String(path.at(-1)), missing) : issue.message;
    return [{ ...placeOf(content, path), text: `${subjectOf(path)} ${says}` }];
  };
}

function pathOf({ path }: Issue): unknown[] {
  return path?.map(({ key }) => key) ?? [];
}

function isUnknown({ type, expected }: Issue): boolean {
  return type === "strict_object" && expected === "never";
}

function isMissing({ type, expected }: Issue): boolean {
  return type === "strict_object" && expected?.startsWith('"') === true;
}

function adviseName(name: string, missing: readonly string[]): string {
  const right = nearest(name, missing) ?? missing.join(" ou ");
  return `não existe aqui. ${right ? `Escreva ${right} no lugar.` : "Apague essa linha."}`;
}

/** Finds the innermost written value on the path. A missing name was not written, so its group is returned. */
function placeOf(written: Written, [key, ...rest]: readonly unknown[]): Written {
  const isKey = typeof key === "string" || typeof key === "number";
  const inner = isKey ? written.inside.get(key) : undefined;
  return inner ? placeOf(inner, rest) : written;
}

/** How a sentence names a value. Several values may have the same name; the line number in the sentence tells them apart. */
function subjectOf(path: readonly unknown[]): string {
  const last = path.at(-1);
  return typeof last === "number" ? `o item ${last + 1} de "${path.at(-2)}"` : `"${last}"`;
}

/** Finds lessons that name a video for which `links.ts` has no code. */
function findNoVideos(content: Written): Mistake[] {
  const videos = content.inside.get("links")?.inside.get("videos")?.inside;
  if (!videos) return [];
  return [...placeOf(content, ["lessons", "lessons"]).inside.values()].flatMap(({ inside }) => {
    const video = inside.get("video");
    if (typeof video?.value !== "string" || videos.has(video.value)) return [];
    const text = `"video" é "${video.value}". Escreva um dos nomes de "videos" em content/links.ts: ${[...videos.keys()].join(", ")}.`;
    return [{ ...video, text }];
  });
}
