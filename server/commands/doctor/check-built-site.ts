import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { buildAgain, type DoctorFinding, findingsOn } from "./finding.ts";

const rebuild = `Build it again: ${buildAgain}`;

/** What `npm run build` has left: the page, for which address, and the fonts that it asks for. */
export async function checkBuiltSite(
  { folders }: Pick<CommandLineIo, "folders">,
  siteUrl: string | undefined,
): Promise<DoctorFinding[]> {
  const { ok, fail } = findingsOn("built site");
  const page = await readFile(join(folders.site, "index.html"), "utf8").catch(() => undefined);
  if (page === undefined) return [fail(`There is none in ${folders.site}.`, rebuild)];
  return [
    ok(`It stands in ${folders.site}.`),
    ...checkFonts(page, folders.site),
    ...(siteUrl === undefined ? [] : checkAddress(page, siteUrl)),
  ];
}

function checkFonts(page: string, folder: string): DoctorFinding[] {
  const { ok, fail } = findingsOn("fonts");
  const fonts = [...new Set(page.match(/\/assets\/[\w.-]+\.woff2/g))];
  const missing = fonts.filter((path) => !existsSync(join(folder, path)));
  if (fonts.length === 0) return [fail("The page asks for none.", rebuild)];
  return missing.length === 0
    ? [ok(`${fonts.length} of ${fonts.length} are there.`)]
    : [fail(`Missing: ${missing.join(", ")}`, `npm run fonts, then: ${buildAgain}`)];
}

function checkAddress(page: string, siteUrl: string): DoctorFinding[] {
  const canonical = /<link[^>]*rel="canonical"[^>]*>/.exec(page)?.[0] ?? "";
  const built = /href="([^"]*)"/.exec(canonical)?.[1] ?? "";
  if (URL.canParse(built) && new URL(built).origin === siteUrl) return [];
  return [
    findingsOn("built site").fail(
      `It was built for ${built || "no address"}, but SITE_URL is ${siteUrl}.`,
      `${rebuild}. Or SITE_URL or PORT is set for the server alone: write it into .env`,
    ),
  ];
}
