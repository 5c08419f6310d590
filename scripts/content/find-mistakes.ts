import type { BaseIssue } from "valibot";
import { issuesOf } from "#content/shapes/rule.ts";
import { nearest } from "#content/shapes/texts.ts";
import { contentShape } from "#content/shapes/words.ts";
import { type Mistake, readContent, type Written } from "./read-content.ts";

/** What stops publishing: the mistakes in content/ or, if it has none, the pictures that are not made. */
export async function findAllMistakes(): Promise<string[]> {
  const inContent = findMistakes("content");
  if (inContent.length > 0) return inContent;
  // It loads content/ itself, which may not work while that has mistakes.
  const { pictureFindings } = await import("#scripts/pictures/picture-findings.ts");
  return pictureFindings().mistakes;
}

/** All mistakes in the files of the folder, each as one sentence in Portuguese with its file and line. */
export function findMistakes(folder: string): string[] {
  const { content, unread } = readContent(folder);
  const issues = issuesOf(contentShape, content.value).filter(
    // What a file says that cannot be read is not missing.
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
    // A name that is missing and one that does not exist are probably the same, mistyped.
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

/** Finds the innermost place that exists. A missing name has no place, so the place of its group is returned. */
function placeOf(written: Written, [key, ...rest]: readonly unknown[]): Written {
  const isKey = typeof key === "string" || typeof key === "number";
  const inner = isKey ? written.inside.get(key) : undefined;
  return inner ? placeOf(inner, rest) : written;
}

/** The name of a value in a sentence. The line of the sentence says which of several equal names is meant. */
function subjectOf(path: readonly unknown[]): string {
  const last = path.at(-1);
  return typeof last === "number" ? `o item ${last + 1} de "${path.at(-2)}"` : `"${last}"`;
}

/** A lesson names its video, and `links.ts` has the code of that video. */
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
