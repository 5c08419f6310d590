import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pictures as say } from "#phrases/pictures.ts";
import { pictureFindings } from "#scripts/pictures/picture-findings.ts";

/**
 * Leaves only those pictures in the built site that its pages name: the picture of a testimonial that was taken back must
 * not stay public. Ends the build if a page names a picture that is missing, or that the owner has replaced or taken
 * back.
 */
export async function keepNamedPictures(siteDir: string): Promise<void> {
  const mistakes = pictureFindings().filter(({ kind }) => kind === "mistake");
  const folder = join(siteDir, "pictures");
  const files: string[] = await readdir(folder).catch(() => []);
  const named = await picturesNamedIn(siteDir);
  const missing = [...named].filter((file) => !files.includes(file));
  const sentences = [
    ...mistakes.map(({ sentence }) => sentence),
    ...missing.map((file) => say.missing(`public/pictures/${file}`)),
  ];
  if (sentences.length > 0) throw new Error(sentences.join("\n"));
  for (const file of files) if (!named.has(file)) await rm(join(folder, file), { recursive: true });
}

async function picturesNamedIn(siteDir: string): Promise<Set<string>> {
  const files = await readdir(siteDir, { recursive: true });
  const texts = files.filter((file) => /\.(?:html|webmanifest)$/.test(file));
  const pages = await Promise.all(texts.map((file) => readFile(join(siteDir, file), "utf8")));
  const named = pages.flatMap((page) => [...page.matchAll(/\/pictures\/([\w.-]+)/g)]);
  return new Set(named.map(([, file = ""]) => file));
}
