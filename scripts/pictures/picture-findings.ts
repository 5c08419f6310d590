import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fill, planned } from "#content/filled.ts";
import { footer } from "#content/footer.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import { findOriginal, findSample, unusedOriginals } from "./originals.ts";
import { colour } from "./palette.ts";
import { filesOf, type PlannedPicture, picturesOfThePage } from "./picture-list.ts";
import { type Folders, type PictureRecord, pictureFolders, readRecord } from "./picture-record.ts";

/** What a picture is made from. A drawing is made by `social-picture.ts`, from words of the page. */
export type Source = { kind: "original" | "sample"; file: string } | { kind: "drawing" };

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
  return [
    ...states.flatMap(({ picture, source }) => {
      if (isUpToDate(picture, source, { folders, record })) return [];
      const wasDrawn = source.kind === "drawing" && record.get(picture.name)?.startsWith("drawing");
      return wasDrawn
        ? note("A prévia do link (social.jpg) mostra palavras antigas. Rode npm run pictures.")
        : mistake(
            `A imagem "${picture.name}" ainda não foi feita, ou o arquivo dela mudou depois. Sem ela, nada é publicado. Rode npm run pictures.`,
          );
    }),
    ...unusedOriginals(folders.originals, namesOf(planned)).flatMap(note),
    ...(samples.length > 0
      ? note(
          `Ainda são desenhos de exemplo: ${namesOf(samples.map((one) => one.picture)).join(", ")}. Ponha as suas imagens em content/pictures/ e rode npm run pictures.`,
        )
      : []),
  ];
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

export function sourceOf({ kind, name }: PlannedPicture, folders: Folders): Source {
  const file = findOriginal(folders.originals, name);
  if (file !== undefined) return { kind: "original", file: join(folders.originals, file) };
  if (kind === "preview") return { kind: "drawing" };
  return { kind: "sample", file: findSample(folders.samples, name) };
}

/** Whether the files of a picture were made from this source. Needs no encoder, so it is quick. */
export function isUpToDate(
  picture: PlannedPicture,
  source: Source,
  { folders, record }: { folders: Folders; record: PictureRecord },
): boolean {
  const made = filesOf(picture).map((file) => join(folders.made, file));
  return record.get(picture.name) === entryOf(source) && made.every((file) => existsSync(file));
}

/** What the record says of a picture that is made from this source. */
export function entryOf(source: Source): string {
  const from = source.kind === "drawing" ? drawnWords() : readFileSync(source.file);
  return `${source.kind} ${createHash("sha256").update(from).digest("base64url").slice(0, 16)}`;
}

function drawnWords(): string {
  const colours = [colour("accent"), colour("text"), colour("text-quiet")];
  const words = [
    footer.name,
    fill(hero.socialPicture, planned),
    launch.currency,
    priceStaircase.black.price,
  ];
  return JSON.stringify([words, colours]);
}
