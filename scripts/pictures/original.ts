import { existsSync, readdirSync } from "node:fs";
import { parse } from "node:path";

const endings = [".jpg", ".jpeg", ".png", ".webp", ".avif"];

/** The owner's own picture of that name, if it lies in the folder. */
export function findOriginal(folder: string, name: string): string | undefined {
  return filesIn(folder).find((file) => parse(file).name === name && isPicture(file));
}

/** Files that will not be used: a name that the page does not know, or a format that is not read. */
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
