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

/** What a picture is made from. `social-picture.ts` makes a drawing from words of the page. */
export type Source = { kind: "original" | "sample"; file: string } | { kind: "drawing" };

/**
 * All findings about the pictures, in Portuguese. A mistake stops the build, because the site would lack a picture or
 * show a picture that the owner removed; a note does not stop the build. The check decodes no picture and needs no
 * package, so it takes some milliseconds and runs on a production machine too.
 */
export function pictureFindings(
  planned: readonly PlannedPicture[] = picturesOfThePage(),
  folders: Folders = pictureFolders,
): { mistakes: string[]; notes: string[] } {
  const record = readRecord(folders.record);
  const mistakes: string[] = [];
  const notes: string[] = [];
  const samples: string[] = [];
  for (const picture of planned) {
    const { name } = picture;
    const source = sourceOf(picture, folders);
    if (source.kind === "sample") samples.push(name);
    if (isUpToDate(picture, source, { folders, record })) continue;
    if (source.kind === "drawing" && record.get(name)?.startsWith("drawing"))
      notes.push("A prévia do link (social.jpg) mostra palavras antigas. Rode npm run pictures.");
    else
      mistakes.push(
        `A imagem "${name}" ainda não foi feita, ou o arquivo dela mudou depois. Sem ela, nada é publicado. Rode npm run pictures.`,
      );
  }
  notes.push(...unusedOriginals(folders.originals, namesOf(planned)));
  if (samples.length > 0)
    notes.push(
      `Ainda são desenhos de exemplo: ${samples.join(", ")}. Ponha as suas imagens em content/pictures/ e rode npm run pictures.`,
    );
  return { mistakes, notes };
}

export function namesOf(planned: readonly PlannedPicture[]): string[] {
  return planned.map(({ name }) => name);
}

export function sourceOf({ kind, name }: PlannedPicture, folders: Folders): Source {
  const file = findOriginal(folders.originals, name);
  if (file !== undefined) return { kind: "original", file: join(folders.originals, file) };
  if (kind === "preview") return { kind: "drawing" };
  return { kind: "sample", file: findSample(folders.samples, name) };
}

/** Whether the files of a picture were made from this source. The check needs no encoder, so it is quick. */
export function isUpToDate(
  picture: PlannedPicture,
  source: Source,
  { folders, record }: { folders: Folders; record: PictureRecord },
): boolean {
  const made = filesOf(picture).map((file) => join(folders.made, file));
  return record.get(picture.name) === entryOf(source) && made.every((file) => existsSync(file));
}

/** The entry in the picture record for a picture that is made from this source. */
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
