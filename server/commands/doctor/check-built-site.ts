import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { buildAgain, type DoctorFinding, findingsOn } from "./finding.ts";

const rebuild = `Build it again: ${buildAgain}`;

/** Checks the output of `npm run build`: the page, the site's URL that it was built for, and its fonts. */
export async function checkBuiltSite(
  { folders }: Pick<CommandLineIo, "folders">,
  siteUrl: string | undefined,
): Promise<DoctorFinding[]> {
  const { ok, fail } = findingsOn("built site");
  const page = await readFile(join(folders.site, "index.html"), "utf8").catch(() => undefined);
  if (page === undefined) return [fail(`${folders.site}/ holds no built site.`, rebuild)];
  return [
    ok(`${folders.site}/ holds the built site.`),
    ...checkFonts(page, folders.site),
    ...(siteUrl === undefined ? [] : checkAddress(page, folders.site, siteUrl)),
  ];
}

function checkFonts(page: string, folder: string): DoctorFinding[] {
  const { ok, fail } = findingsOn("fonts");
  const fonts = [...new Set(page.match(/\/assets\/[\w.-]+\.woff2/g))];
  const missing = fonts.filter((path) => !existsSync(join(folder, path)));
  if (fonts.length === 0) return [fail("The page uses no fonts.", rebuild)];
  return missing.length === 0
    ? [ok(`All ${fonts.length} font files exist.`)]
    : [
        fail(
          `Font files are missing: ${missing.join(", ")}`,
          `Make them: npm run fonts. Then build again: ${buildAgain}`,
        ),
      ];
}

function checkAddress(page: string, folder: string, siteUrl: string): DoctorFinding[] {
  const canonical = /<link[^>]*rel="canonical"[^>]*>/.exec(page)?.[0] ?? "";
  const built = /href="([^"]*)"/.exec(canonical)?.[1] ?? "";
  if (URL.canParse(built) && new URL(built).origin === siteUrl) return [];
  return [
    findingsOn("built site").fail(
      `${folder}/ was built for ${built || "no address"}, but SITE_URL is ${siteUrl}.`,
      `${rebuild}. If SITE_URL or PORT is set for the server only, write it into .env.`,
    ),
  ];
}
