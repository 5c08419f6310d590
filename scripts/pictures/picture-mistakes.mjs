// @ts-check
import { runnerImport } from "vite";

/**
 * The pictures that stop the build, each as one sentence in Portuguese. Call this only when `content/` has no mistakes,
 * because its words say which pictures the page has.
 * @returns {Promise<string[]>}
 */
export async function pictureMistakes() {
  const { module } = await runnerImport("./scripts/pictures/picture-findings.ts", {
    configFile: false,
  });
  /** @type {import("./picture-findings.ts").PictureFinding[]} */
  const findings = module.pictureFindings();
  return findings.filter(({ kind }) => kind === "mistake").map(({ sentence }) => sentence);
}
