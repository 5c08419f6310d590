import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";

/** The name of the published version to which this site belongs; undefined if it is in no folder of a version. */
export async function versionOf(siteFolder: string): Promise<string | undefined> {
  const version = dirname(await realpath(siteFolder));
  return basename(dirname(version)) === "versions" ? basename(version) : undefined;
}
