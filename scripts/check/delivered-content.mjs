// @ts-check
// node scripts/check/delivered-content.mjs --record writes the fingerprint of the present content/ into its file.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, env } from "node:process";
import { pathToFileURL } from "node:url";

const recordFile = "tests/specification/content.sha256";

/** What `npm test` tells an owner who has changed `content/`. */
export const notAsDelivered =
  "content/ foi editado: os testes que conferem as palavras originais ficaram de fora. Isso é esperado.";

/**
 * Whether the tests of the specification's words run: only while `content/` is as delivered, because an owner may change
 * each of these words. In CI (`AS_SPECIFIED=1`) they always run, so that no change of ours leaves them out.
 */
export function specificationApplies() {
  return env["AS_SPECIFIED"] === "1" || contentFingerprint() === recordedFingerprint();
}

/** The sum of all files with words in `content/`. */
export function contentFingerprint() {
  const hash = createHash("sha256");
  const files = readdirSync("content").filter((name) => /^[\w-]+\.ts$/.test(name));
  for (const name of files.sort()) {
    const text = readFileSync(join("content", name), "utf8").replaceAll("\r\n", "\n");
    hash.update(`${name}\n${text}`);
  }
  return hash.digest("hex");
}

export function recordedFingerprint() {
  return readFileSync(recordFile, "utf8").trim();
}

const isCommand = import.meta.url === pathToFileURL(argv[1] ?? "").href;
if (isCommand && argv[2] === "--record") writeFileSync(recordFile, `${contentFingerprint()}\n`);
