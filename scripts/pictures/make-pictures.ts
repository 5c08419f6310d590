import { existsSync, readdirSync } from "node:fs";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fill, planned } from "#content/filled.ts";
import { footer } from "#content/footer.ts";
import { landingPage } from "#content/pages.ts";
import { encodePicture, refuseOriginal } from "./encode.ts";
import { unusedOriginals } from "./originals.ts";
import { colour } from "./palette.ts";
import { entryOf, isUpToDate, namesOf, type Source, sourceOf } from "./picture-findings.ts";
import { filesOf, type PlannedPicture, picturesOfThePage } from "./picture-list.ts";
import {
  type Folders,
  type PictureRecord,
  pictureFolders,
  readRecord,
  writeRecord,
} from "./picture-record.ts";
import { drawSocialPicture } from "./social-picture.ts";

type Say = (line: string) => void;

/** `npm run pictures`. Returns the exit code. */
export async function makeAll(): Promise<number> {
  const mistakes = await makePictures(console.log);
  await renewKeptVersions("build/versions", pictureFolders.made);
  await makeManifest();
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
 * Removes what the page no longer names, and makes each picture whose source has changed. Returns the mistakes of all
 * pictures that could not be made; those keep the files that they had.
 */
export async function makePictures(
  tell: Say,
  planned: readonly PlannedPicture[] = picturesOfThePage(),
  folders: Folders = pictureFolders,
): Promise<string[]> {
  const named = planned.flatMap(filesOf);
  for (const file of existsSync(folders.made) ? readdirSync(folders.made) : []) {
    if (named.includes(file)) continue;
    await rm(join(folders.made, file), { recursive: true });
    tell(`${join(folders.made, file)}: apagado, porque a página não usa mais esta imagem.`);
  }
  const names = namesOf(planned);
  const known = [...readRecord(folders.record)].filter(([name]) => names.includes(name));
  const record: PictureRecord = new Map(known);
  const changed = planned.filter(
    (picture) => !isUpToDate(picture, sourceOf(picture, folders), { folders, record }),
  );
  // A program that is killed may leave half a file: what the record does not name is made again.
  for (const { name } of changed) record.delete(name);
  writeRecord(folders.record, record);
  const mistakes: string[] = [];
  for (const picture of changed) {
    const source = sourceOf(picture, folders);
    const mistake = await make(picture, source, folders.made, tell);
    if (mistake !== undefined) mistakes.push(mistake);
    else record.set(picture.name, entryOf(source));
    writeRecord(folders.record, record);
  }
  const same = planned.length - changed.length;
  if (same > 0) tell(`Imagens sem mudança: ${same}.`);
  return [...mistakes, ...unusedOriginals(folders.originals, names)];
}

async function make(
  picture: PlannedPicture,
  source: Source,
  folder: string,
  tell: Say,
): Promise<string | undefined> {
  const isDrawn = source.kind === "drawing";
  const refusal =
    source.kind === "original" ? await refuseOriginal(source.file, picture) : undefined;
  if (refusal) return refusal;
  await encodePicture(isDrawn ? await drawSocialPicture() : source.file, picture, folder);
  const how = isDrawn ? "desenhada com as palavras atuais" : `feita a partir de ${source.file}`;
  tell(`${picture.name}: ${how}.`);
  return undefined;
}

/**
 * Gives every version of the site that is kept aside the pictures of today: `npm run ready -- --back` brings back the
 * words of a version, but never a picture that was taken back.
 */
export async function renewKeptVersions(versions: string, made: string): Promise<void> {
  for (const version of existsSync(versions) ? readdirSync(versions) : []) {
    const kept = join(versions, version, "dist/pictures");
    if (!existsSync(kept)) continue;
    await rm(kept, { recursive: true });
    await cp(made, kept, { recursive: true });
  }
}

/** Writes the file from which a phone takes the name and icon of the page on its home screen. */
async function makeManifest(): Promise<void> {
  const manifest = {
    name: footer.name,
    short_name: footer.name,
    description: fill(landingPage.description, planned),
    lang: "pt-BR",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "browser",
    theme_color: colour("page"),
    background_color: colour("page"),
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
  await writeFile("public/manifest.webmanifest", `${JSON.stringify(manifest, null, 2)}\n`);
}
