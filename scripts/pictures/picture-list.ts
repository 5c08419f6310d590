import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { bonuses } from "#content/bonuses.ts";
import { lessons } from "#content/lessons.ts";
import { testimonials } from "#content/testimonials.ts";

/** A picture of the page. A "preview" is the picture of a shared link, which only messengers show. */
export type PlannedPicture = {
  kind: "picture" | "preview";
  name: string;
  width: number;
  height: number;
  /** The ratio of width to height, as a text for the owner. */
  ratio: string;
};

const portrait = { kind: "picture", width: 720, height: 900, ratio: "4:5" } as const;
const poster = { kind: "picture", width: 640, height: 360, ratio: "16:9" } as const;
const social = {
  kind: "preview",
  name: "social",
  width: 1200,
  height: 630,
  ratio: "1200:630",
} as const;

/** All pictures that the pages use. */
export function picturesOfThePage(): PlannedPicture[] {
  return [
    ...testimonials.pictures.map((name) => ({ name, ...portrait })),
    { name: "apresentacao", ...portrait },
    ...lessons.lessons.map(({ video }) => ({ name: `aula-${video}`, ...poster })),
    ...bonuses.cards.flatMap(({ picture }) => (picture ? [{ name: picture, ...poster }] : [])),
    social,
  ];
}

/** The files of a picture in `public/pictures/`; `site/ui/picture.tsx` uses the same names. */
export function filesOf({ kind, name, width }: PlannedPicture): string[] {
  switch (kind) {
    case "picture":
      return [`${name}-${width / 2}.avif`, `${name}-${width}.avif`, `${name}-${width}.jpg`];
    case "preview":
      return [`${name}.jpg`];
  }
}

/** Deletes the files that belong to none of the pictures, and returns their names. */
export async function removeUnnamed(
  folder: string,
  planned: readonly PlannedPicture[] = picturesOfThePage(),
): Promise<string[]> {
  const named = planned.flatMap(filesOf);
  const names = existsSync(folder) ? await readdir(folder) : [];
  const others = names.filter((file) => !named.includes(file)).map((file) => join(folder, file));
  for (const file of others) await rm(file, { recursive: true });
  return others;
}
