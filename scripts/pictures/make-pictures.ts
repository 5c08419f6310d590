import { existsSync, readdirSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { encodePicture, refuseOriginal } from "./encode.ts";
import { unusedOriginals } from "./originals.ts";
import { entryOf, isUpToDate, namesOf, sourceOf } from "./picture-findings.ts";
import { type PlannedPicture, picturesOfThePage, removeUnnamed } from "./picture-list.ts";
import {
  type Folders,
  type PictureRecord,
  pictureFolders,
  readRecord,
  writeRecord,
} from "./picture-record.ts";
import { drawSocialPicture } from "./social-picture.ts";

/** Runs `npm run pictures` and returns its exit code. */
export async function makeAll(): Promise<number> {
  const mistakes = await makePictures(console.log);
  await renewKeptVersions("build/versions", pictureFolders.made);
  if (mistakes.length === 0) {
    console.log("Pronto. Para publicar, rode npm run ready e reinicie o servidor.");
    return 0;
  }
  for (const sentence of mistakes) console.error(`- ${sentence}`);
  console.error(
    "As imagens acima não foram feitas. Corrija o que cada linha diz e rode npm run pictures de novo.",
  );
  return 1;
}

/**
 * Deletes the picture files that the page no longer names, and makes each picture whose source has changed. Returns the
 * mistakes of all pictures that could not be made; their old files stay.
 */
export async function makePictures(
  tell: (line: string) => void,
  planned: readonly PlannedPicture[] = picturesOfThePage(),
  folders: Folders = pictureFolders,
): Promise<string[]> {
  for (const file of await removeUnnamed(folders.made, planned))
    tell(`${file}: apagado, porque a página não usa mais esta imagem.`);
  const names = namesOf(planned);
  const known = [...readRecord(folders.record)].filter(([name]) => names.includes(name));
  const record: PictureRecord = new Map(known);
  // The page reads there which of its pictures are drawings, also when only a picture has gone.
  writeRecord(folders.record, record);
  const mistakes: string[] = [];
  let same = 0;
  for (const picture of planned) {
    const source = sourceOf(picture, folders);
    if (isUpToDate(picture, source, { folders, record })) {
      same += 1;
      continue;
    }
    // The picture leaves the record first: if a killed program leaves half a file, the picture is made again.
    record.delete(picture.name);
    writeRecord(folders.record, record);
    const refusal = source.kind === "original" && (await refuseOriginal(source.file, picture));
    if (refusal) {
      mistakes.push(refusal);
      continue;
    }
    const isDrawn = source.kind === "drawing";
    await encodePicture(isDrawn ? await drawSocialPicture() : source.file, picture, folders.made);
    const how = isDrawn ? "desenhada com as palavras atuais" : `feita a partir de ${source.file}`;
    tell(`${picture.name}: ${how}.`);
    record.set(picture.name, entryOf(source));
    writeRecord(folders.record, record);
  }
  if (same > 0) tell(`Imagens sem mudança: ${same}.`);
  return [...mistakes, ...unusedOriginals(folders.originals, names)];
}

/**
 * Puts the present pictures into every kept version of the site: `npm run ready -- --back` brings back the words of an
 * old version, but must never bring back a picture that the owner removed.
 */
export async function renewKeptVersions(versions: string, made: string): Promise<void> {
  for (const version of existsSync(versions) ? readdirSync(versions) : []) {
    const kept = join(versions, version, "dist/pictures");
    if (!existsSync(kept)) continue;
    await rm(kept, { recursive: true });
    await cp(made, kept, { recursive: true });
  }
}
