// @ts-check
import { runnerImport } from "vite";

/**
 * All mistakes in the files of `content/`, each as one sentence in Portuguese with its file and line. Call this only
 * after the packages are installed: Vite runs the TypeScript of the checker, because Node 20 cannot run it.
 * @returns {Promise<string[]>}
 */
export async function contentMistakes() {
  const { module } = await runnerImport("./scripts/content/find-mistakes.ts", {
    configFile: false,
  });
  return module.findMistakes("content");
}
