import { existsSync, readdirSync } from "node:fs";
import { pictures as say } from "#phrases/pictures.ts";
import { unusedOriginals } from "./originals.ts";
import { filesOf, type PlannedPicture, picturesOfThePage } from "./picture-list.ts";
import { type Folders, isUpToDate, pictureFolders, readRecord, sourceOf } from "./picture-state.ts";

/**
 * A mistake stops the build, because the site would lack a picture or show one that the owner has taken back. A note is
 * good to know before publishing.
 */
export type PictureFinding = { kind: "mistake" | "note"; sentence: string };

/**
 * All that is to say about the pictures, each as one sentence in Portuguese. Decodes no picture and needs no package,
 * so it takes some milliseconds and runs on a production machine.
 */
export function pictureFindings(
  planned: readonly PlannedPicture[] = picturesOfThePage(),
  folders: Folders = pictureFolders,
): PictureFinding[] {
  const record = readRecord(folders.record);
  const states = planned.map((picture) => ({ picture, source: sourceOf(picture, folders) }));
  const samples = states.filter(({ source }) => source.kind === "sample");
  const unnamed = unnamedFiles(planned, folders);
  return [
    ...states.flatMap(({ picture, source }) => {
      if (source.kind === "several")
        return mistake(say.twoFiles(picture.name, source.files.join(", ")));
      if (source.kind === "none") return mistake(say.noPicture(picture.name));
      if (isUpToDate(picture, source, { folders, record })) return [];
      const wasDrawn = source.kind === "drawing" && record.get(picture.name)?.kind === "drawing";
      return wasDrawn ? note(say.oldPreview) : mistake(say.changed(picture.name));
    }),
    ...unusedOriginals(folders.originals, namesOf(planned)).flatMap(note),
    ...(samples.length > 0
      ? note(say.samples(namesOf(samples.map((one) => one.picture)).join(", ")))
      : []),
    ...(unnamed.length > 0 ? note(say.unnamed(unnamed.join(", "))) : []),
  ];
}

/** The files in `public/pictures/` that no picture of the page has, like those of a testimonial that was taken back. */
export function unnamedFiles(planned: readonly PlannedPicture[], { made }: Folders): string[] {
  if (!existsSync(made)) return [];
  const named = new Set(planned.flatMap(filesOf));
  return readdirSync(made)
    .filter((file) => !named.has(file))
    .sort();
}

export function namesOf(planned: readonly PlannedPicture[]): string[] {
  return planned.map(({ name }) => name);
}

function mistake(sentence: string): PictureFinding[] {
  return [{ kind: "mistake", sentence }];
}

function note(sentence: string): PictureFinding[] {
  return [{ kind: "note", sentence }];
}
