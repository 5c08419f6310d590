import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { builtSite as phrases } from "#phrases/doctor/built-site.ts";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { formatCount, formatTime } from "#server/commands/printing/text.ts";
import { buildAgain, type DoctorFinding, findingsOn } from "./finding.ts";
import { readPublishedVersion } from "./published-version.ts";

const maxNamed = 3;
const { ok, warn, fail } = findingsOn(phrases.subjects.page);

/**
 * Checks the page that is published: since when, whether its sources have changed since, the site's URL for which it was
 * built, and its fonts.
 */
export async function checkBuiltSite(
  { folders }: Pick<CommandLineIo, "folders">,
  siteUrl: string | undefined,
): Promise<DoctorFinding[]> {
  const page = await readFile(join(folders.site, "index.html"), "utf8").catch(() => undefined);
  if (page === undefined) return [fail(phrases.missing(folders.site), phrases.publish(buildAgain))];
  return [
    ...(await checkVersion(folders.site)),
    ...checkFonts(page, folders.site),
    ...(siteUrl === undefined ? [] : checkAddress(page, siteUrl)),
  ];
}

async function checkVersion(site: string): Promise<DoctorFinding[]> {
  const version = await readPublishedVersion(site);
  if (version === undefined) return [ok(phrases.present(site))];
  const since = ok(phrases.publishedSince(formatTime(version.publishedAt)));
  if (version.replacesWithdrawn)
    return [since, warn(phrases.withdrawn, phrases.afterWithdrawal(buildAgain))];
  return version.changed.length === 0 ? [since] : [since, notPublished(version.changed)];
}

function notPublished(changed: readonly string[]): DoctorFinding {
  const unnamed = changed.length - maxNamed;
  const more = unnamed > 0 ? phrases.andMore(formatCount(unnamed)) : "";
  const text = phrases.changed(changed.slice(0, maxNamed), more);
  return warn(text, phrases.publish(buildAgain));
}

function checkFonts(page: string, folder: string): DoctorFinding[] {
  const { ok, fail } = findingsOn(phrases.subjects.fonts);
  const fonts = [...new Set(page.match(/\/assets\/[\w.-]+\.woff2/g))];
  const missing = fonts.filter((path) => !existsSync(join(folder, path)));
  if (fonts.length === 0) return [fail(phrases.noFonts, phrases.publishAgain(buildAgain))];
  return missing.length === 0
    ? [ok(phrases.fonts(formatCount(fonts.length)))]
    : [fail(phrases.missingFonts(missing), phrases.makeFonts(buildAgain))];
}

function checkAddress(page: string, siteUrl: string): DoctorFinding[] {
  const canonical = /<link[^>]*rel="canonical"[^>]*>/.exec(page)?.[0] ?? "";
  const built = /href="([^"]*)"/.exec(canonical)?.[1] ?? "";
  if (URL.canParse(built) && new URL(built).origin === siteUrl) return [];
  return [
    fail(
      phrases.otherAddress(built || phrases.noAddress, siteUrl),
      phrases.addressTodo(buildAgain),
    ),
  ];
}
