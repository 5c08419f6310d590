// @ts-check
// What stops publishing, each as one sentence in Portuguese. Call these only after the packages are installed: Vite runs
// the TypeScript of the checks, because Node 20 cannot run it.
import { runnerImport } from "vite";

/** All mistakes in the files of `content/`, each with its file and line. */
export async function contentMistakes() {
  /** @type {{ findMistakes: (folder: string) => Promise<string[]> }} */
  const { findMistakes } = await run("./scripts/content/find-mistakes.ts");
  return findMistakes("content");
}

/** The pictures that are not made. Call this only when `content/` has no mistakes: its words say which pictures there are. */
export async function pictureMistakes() {
  /** @type {{ pictureFindings: () => import("#scripts/pictures/picture-findings.ts").PictureFinding[] }} */
  const { pictureFindings } = await run("./scripts/pictures/picture-findings.ts");
  return pictureFindings()
    .filter(({ kind }) => kind === "mistake")
    .map(({ sentence }) => sentence);
}

/** @param {string} file */
async function run(file) {
  return (await runnerImport(file, { configFile: false })).module;
}
