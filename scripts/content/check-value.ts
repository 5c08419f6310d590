import * as v from "valibot";
import { nearest } from "#content/shapes/nearest.ts";
import { slips } from "#phrases/content/slips.ts";
import { values } from "#phrases/content/values.ts";
import { describeKind } from "./describe-kind.ts";
import { entryOf, plain, valueAt } from "./plain.ts";
import { show } from "./read/show.ts";
import type { Exported, Slip, Value } from "./read/value.ts";

type Issue = v.BaseIssue<unknown>;

/**
 * All mistakes in a value, each as a sentence without its file. In a broken file names that are missing or too many are
 * not told, because a slip before them may be the reason.
 */
export function checkValue(
  shape: v.GenericSchema,
  { name, value }: Exported,
  isBroken: boolean,
): Slip[] {
  const issues = allIssues(shape, plain(value));
  const missing = issues.filter(isMissingName);
  const wrong = issues.filter((issue) => !isMissingName(issue) && !isUnknownName(issue));
  return [
    ...wrong.flatMap((issue) => describeWrong(issue, name, value)),
    ...describeNameless(value, missing),
    ...(isBroken ? [] : describeNames(issues, name, value)),
  ];
}

/** The schemas of Valibot report only the first unknown name of a group, so it is removed to see the others. */
function allIssues(shape: v.GenericSchema, input: unknown): Issue[] {
  const { issues = [] } = v.safeParse(shape, input, { message: describeKind });
  const unknown = issues.filter(isUnknownName);
  for (const issue of unknown) {
    const last = issue.path?.at(-1);
    if (last && typeof last.input === "object" && last.input !== null)
      Reflect.deleteProperty(last.input, String(last.key));
  }
  return unknown.length === 0 ? issues : [...unknown, ...allIssues(shape, input)];
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

function describeWrong(issue: Issue, name: string, whole: Value): Slip[] {
  const path = pathOf(issue);
  const around = pathAround(issue);
  const list = valueAt(whole, around);
  if (list?.kind === "list" && list.items.length === 0)
    return [{ line: list.line, text: `${subjectOf(around, name)} ${values.emptyList}` }];
  const value = valueAt(whole, path);
  if (value === undefined || value.kind === "unknown") return [];
  return [{ line: value.line, text: `${subjectOf(path, name)} ${issue.message}` }];
}

/** The name of a value in a sentence. The line of the sentence says which of several equal names is meant. */
function subjectOf(path: readonly unknown[], name: string): string {
  const last = path.at(-1);
  if (typeof last !== "number") return values.subject(String(last ?? name));
  return values.item(last + 1, String(path.at(-2) ?? name));
}

/** Values without a name: if their group lacks a name, it is the one that was deleted. */
function describeNameless(whole: Value, missing: Issue[]): Slip[] {
  return groupsIn(whole).flatMap((group) => {
    const lacking = issuesIn(group, missing, whole).map(lastName);
    return group.nameless.map(({ line, value }, index) => {
      const deleted = lacking[index];
      const text = deleted
        ? slips.missingNameOf(deleted, show(value))
        : slips.missingName(show(value));
      return { line, text };
    });
  });
}

function groupsIn(value: Value): Extract<Value, { kind: "group" }>[] {
  if (value.kind === "list") return value.items.flatMap(groupsIn);
  if (value.kind !== "group") return [];
  return [value, ...value.entries.flatMap((entry) => groupsIn(entry.value))];
}

function issuesIn(group: Value | undefined, issues: Issue[], whole: Value): Issue[] {
  return issues.filter((issue) => valueAt(whole, pathAround(issue)) === group);
}

/** Names that are missing or unknown. A name that is like a missing one is a misspelling of it. */
function describeNames(issues: Issue[], name: string, whole: Value): Slip[] {
  const missing = issues.filter(isMissingName);
  const corrected = new Set<Issue>();
  const unknown = issues.filter(isUnknownName).map((issue) => {
    const written = lastName(issue);
    const group = valueAt(whole, pathAround(issue));
    const siblings = issuesIn(group, missing, whole);
    const lacking = siblings.map(lastName);
    const right = nearest(written, lacking);
    const meant = siblings.find((other) => lastName(other) === right);
    if (meant) corrected.add(meant);
    const line = (group && entryOf(group, written)?.line) ?? whole.line;
    return { line, text: describeUnknown(written, right, lacking) };
  });
  return [
    ...unknown,
    ...missing
      .filter((issue) => !corrected.has(issue))
      .flatMap((issue) => describeMissing(issue, name, whole)),
  ];
}

function describeUnknown(written: string, right: string | undefined, lacking: string[]): string {
  if (right !== undefined) return values.misspelt(written, right);
  return lacking.length === 0
    ? values.unknown(written)
    : values.unknownAmong(written, lacking.join(": ou "));
}

function describeMissing(issue: Issue, name: string, whole: Value): Slip[] {
  const around = pathAround(issue);
  const group = valueAt(whole, around);
  if (group === undefined || group.kind === "unknown") return [];
  const { line } = group;
  if (group.kind !== "group")
    return [{ line, text: `${subjectOf(around, name)} ${values.needsGroup}` }];
  return group.nameless.length > 0 ? [] : [{ line, text: values.missing(lastName(issue)) }];
}
