// @ts-check
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const source = "node_modules/@sparticuz/chromium";
const folder = "build/browsers";

/**
 * Unpacks the old Chromium from its npm package, once for each version.
 * @returns {Promise<string | undefined>} the program; undefined if the package is missing
 */
export async function oldChromium() {
  if (!existsSync(`${source}/bin/chromium.br`)) return undefined;
  const { version } = JSON.parse(readFileSync(`${source}/package.json`, "utf8"));
  const file = `${folder}/chromium-${version}`;
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  // The file gets its name only when it is complete: another run may look for it at the same moment.
  const part = `${file}.${process.pid}`;
  const output = createWriteStream(part, { mode: 0o755 });
  await pipeline(createReadStream(`${source}/bin/chromium.br`), createBrotliDecompress(), output);
  await rename(part, file);
  return file;
}
