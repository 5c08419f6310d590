import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { CompatData, Identifier, SupportStatement } from "@mdn/browser-compat-data";

export type Meanings = Map<string, Identifier[]>;

/**
 * The versions of the oldest browsers, repeated from docs/decisions/0025-oldest-browsers.md so that a build for newer
 * browsers fails a test.
 */
const oldest = {
  chrome: 109,
  chrome_android: 109,
  samsunginternet_android: 21,
  firefox: 115,
  safari: 15.4,
  safari_ios: 15.4,
};

/** The versions of the oldest browsers in the form that Vite needs. */
export const oldestTargets = ["chrome109", "firefox115", "safari15.4", "ios15.4"];

/** Reads MDN's data: the browser versions that know each feature. */
export async function readCompatData(): Promise<CompatData> {
  const file = createRequire(import.meta.url).resolve("@mdn/browser-compat-data");
  return JSON.parse(await readFile(file, "utf8"));
}

/**
 * Whether one of the oldest browsers lacks every feature of this name. A name that is not in MDN's data counts as known
 * to all of them.
 */
export function isNew(...meanings: (Identifier | undefined)[]): boolean {
  const supports = meanings.flatMap((meaning) => meaning?.__compat?.support ?? []);
  const isMissing = (support: object) =>
    Object.entries(oldest).some(
      ([browser, version]) => !knows(Reflect.get(support, browser), version),
    );
  return supports.length > 0 && supports.every(isMissing);
}

function knows(statement: SupportStatement | undefined, version: number): boolean {
  const statements = statement ? [statement].flat() : [];
  return statements.some((one) => {
    const { version_added: added, version_removed: removed = "Infinity" } = one;
    const changed = one.flags ?? one.prefix ?? one.alternative_name;
    if (changed || added === false) return false;
    return Number.parseFloat(added.replace("≤", "")) <= version && Number(removed) > version;
  });
}

/**
 * The features of each name in MDN's data, at most the given number of levels below `top`. A feature like
 * `canParse_static` has the name `canParse`.
 */
export function meaningsBelow(top: Identifier | undefined, levels: number): Meanings {
  const meanings: Meanings = new Map();
  collect(top, levels, meanings);
  return meanings;
}

function collect(from: Identifier | undefined, levels: number, meanings: Meanings): void {
  for (const key of Object.keys(from ?? {})) {
    const below = key === "__compat" ? undefined : from?.[key];
    if (!below) continue;
    const name = key.replace(/_static$/, "");
    meanings.set(name, [...(meanings.get(name) ?? []), below]);
    if (levels > 1) collect(below, levels - 1, meanings);
  }
}
