import { existsSync } from "node:fs";
import { join } from "node:path";
import { footer } from "#content/footer.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import { findOriginals, findSample } from "./original.ts";
import { colour } from "./palette.ts";
import { filesOf, type PlannedPicture } from "./picture-list.ts";
import { recipeOf } from "./recipe.ts";
import { type Entry, fingerprint, type PictureRecord } from "./record.ts";

/** Where pictures come from and where they go. */
export type Folders = { originals: string; samples: string; made: string; record: string };

export const pictureFolders: Folders = {
  /** The owner's own pictures. Without this folder, every picture is made from its sample. */
  originals: "content/pictures",
  samples: "scripts/pictures/samples",
  made: "public/pictures",
  record: "scripts/pictures/made.json",
};

/** What a picture is made from. A drawing is made by `social-picture.ts`, from words of the page. */
export type Source =
  | { kind: "original" | "sample"; file: string }
  | { kind: "drawing" }
  | { kind: "several"; files: string[] }
  | { kind: "none" };

const drawingCode = ["social-picture", "light-layer", "infinity"].map(
  (name) => `scripts/pictures/${name}.ts`,
);

export function sourceOf(picture: PlannedPicture, folders: Folders): Source {
  const files = findOriginals(folders.originals, picture);
  const [file] = files;
  if (files.length > 1) return { kind: "several", files };
  if (file !== undefined) return { kind: "original", file: join(folders.originals, file) };
  if (picture.kind === "preview") return { kind: "drawing" };
  const sample = findSample(folders.samples, picture);
  return existsSync(sample) ? { kind: "sample", file: sample } : { kind: "none" };
}

/** What the record must say of a picture that is made from this source. */
export function entryOf(picture: PlannedPicture, source: Source, folders: Folders): Entry {
  const made = filesOf(picture).map((file) => join(folders.made, file));
  return {
    kind: source.kind,
    source: sourceFingerprint(picture, source) ?? "missing",
    files: fingerprint(made) ?? "missing",
  };
}

/** Whether the files of a picture are those that were made from this source. Needs no encoder, so it is quick. */
export function isUpToDate(
  picture: PlannedPicture,
  source: Source,
  { folders, record }: { folders: Folders; record: PictureRecord },
): boolean {
  const { source: wanted, files } = entryOf(picture, source, folders);
  const kept = record.get(picture.name);
  return kept?.source === wanted && kept.files === files && files !== "missing";
}

function sourceFingerprint(picture: PlannedPicture, source: Source): string | undefined {
  switch (source.kind) {
    case "original":
    case "sample":
      return fingerprint([source.file], recipeOf(picture));
    case "drawing":
      return fingerprint(drawingCode, recipeOf(picture), drawnWords());
    case "several":
    case "none":
      return undefined;
  }
}

function drawnWords(): string {
  const colours = [colour("accent"), colour("text"), colour("text-quiet")];
  const words = [footer.name, hero.eyebrow, launch.currency, priceStaircase.black.price];
  return JSON.stringify([words, colours]);
}
