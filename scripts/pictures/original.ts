import { existsSync, readdirSync } from "node:fs";
import { parse } from "node:path";

const endings = [".jpg", ".jpeg", ".png", ".webp", ".avif"];

/** The owner's own picture of that name, if the folder has one. */
export function findOriginal(folder: string, name: string): string | undefined {
  return filesIn(folder).find((file) => parse(file).name === name && isPicture(file));
}

/** The picture shown until there is an original; a new lesson or testimonial gets the sample without a name or number. */
export function findSample(folder: string, name: string): string {
  const own = `${folder}/${name}.webp`;
  return existsSync(own) ? own : `${folder}/${name.replace(/-.*$/, "")}.webp`;
}

/** Files that will not be used: the page does not know the name, or the format cannot be read. */
export function strayOriginals(folder: string, names: string[]): string[] {
  return filesIn(folder).filter((file) => !(names.includes(parse(file).name) && isPicture(file)));
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((file) => !file.startsWith("."));
}

function isPicture(file: string): boolean {
  return endings.includes(parse(file).ext.toLowerCase());
}
