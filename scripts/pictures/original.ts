import { existsSync, readdirSync, statSync } from "node:fs";
import { join, parse } from "node:path";
import type { PlannedPicture } from "./picture-list.ts";

type Named = Pick<PlannedPicture, "kind" | "name">;

const photoEndings = [".jpg", ".jpeg", ".png", ".webp", ".avif"];
const logoEndings = [".svg"];

/** The owner's own pictures of that name; more than one is a mistake. */
export function findOriginals(folder: string, picture: Named): string[] {
  return filesIn(folder).filter((file) => isOriginalOf(picture, file));
}

/**
 * The sample that is shown until the owner has given an original. A new lesson or testimonial has no sample of its own,
 * and gets the general one, like `aula.webp`.
 */
export function findSample(folder: string, { kind, name }: Named): string {
  if (kind === "logo") return `${folder}/${name}.svg`;
  const own = `${folder}/${name}.webp`;
  if (existsSync(own)) return own;
  const general = `${folder}/${name.replace(/-.*$/, "")}.webp`;
  return existsSync(general) ? general : `${folder}/depoimento.webp`;
}

/**
 * The files in the folder of originals that will not be used: the page does not know the name, or the format cannot be
 * read.
 */
export function findUnused(folder: string, planned: readonly Named[]): string[] {
  return filesIn(folder).filter((file) => !planned.some((one) => isOriginalOf(one, file)));
}

export function isPhoto(file: string): boolean {
  return photoEndings.includes(parse(file).ext.toLowerCase());
}

function isOriginalOf({ kind, name }: Named, file: string): boolean {
  const endings = kind === "logo" ? logoEndings : photoEndings;
  return parse(file).name === name && endings.includes(parse(file).ext.toLowerCase());
}

/** Leaves out folders and links to nowhere, which no picture can be made from. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => !file.startsWith("."))
    .filter((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .sort();
}
