import { existsSync, readdirSync } from "node:fs";
import { parse } from "node:path";

const endings = [".jpg", ".jpeg", ".png", ".webp", ".avif"];

/** The owner's own pictures of that name; more than one is a mistake. */
export function findOriginals(folder: string, name: string): string[] {
  return filesIn(folder).filter((file) => parse(file).name === name && isPicture(file));
}

/**
 * The sample that is shown until the owner has given an original. A new lesson or testimonial has no sample of its own,
 * and gets the general one, like `aula.webp`.
 */
export function findSample(folder: string, name: string): string {
  const own = `${folder}/${name}.webp`;
  if (existsSync(own)) return own;
  const general = `${folder}/${name.replace(/-.*$/, "")}.webp`;
  return existsSync(general) ? general : `${folder}/depoimento.webp`;
}

/**
 * The files in the folder of originals that will not be used: the page does not know the name, or the format cannot be
 * read.
 */
export function strayOriginals(folder: string, names: string[]): string[] {
  return filesIn(folder).filter((file) => !(names.includes(parse(file).name) && isPicture(file)));
}

export function isPicture(file: string): boolean {
  return endings.includes(parse(file).ext.toLowerCase());
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => !file.startsWith("."))
    .sort();
}
