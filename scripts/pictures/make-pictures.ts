import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pictures as say } from "#phrases/pictures.ts";
import { checkOriginal } from "./check-original.ts";
import { encodePicture } from "./encode.ts";
import { unusedOriginals } from "./originals.ts";
import { namesOf, unnamedFiles } from "./picture-findings.ts";
import { type PlannedPicture, picturesOfThePage } from "./picture-list.ts";
import {
  entryOf,
  type Folders,
  isUpToDate,
  type PictureRecord,
  pictureFolders,
  readRecord,
  type Source,
  sourceOf,
  writeRecord,
} from "./picture-state.ts";
import { drawSocialPicture } from "./social-picture.ts";

type Job = { picture: PlannedPicture; source: Source };
type Say = (line: string) => void;

/**
 * Removes what the page no longer names, and makes each picture whose source has changed. Returns the mistakes of all
 * pictures that could not be made; those keep the files that they had.
 */
export async function makePictures(
  tell: Say,
  planned: readonly PlannedPicture[] = picturesOfThePage(),
  folders: Folders = pictureFolders,
): Promise<string[]> {
  for (const file of unnamedFiles(planned, folders)) {
    await rm(join(folders.made, file), { recursive: true });
    tell(say.removed(join(folders.made, file)));
  }
  const record = keepNamed(readRecord(folders.record), planned);
  const jobs = planned
    .map((picture) => ({ picture, source: sourceOf(picture, folders) }))
    .filter(({ picture, source }) => !isUpToDate(picture, source, { folders, record }));
  writeRecord(folders.record, record);
  const mistakes: string[] = [];
  for (const job of jobs) {
    const mistake = await make(job, folders, tell);
    if (mistake === undefined)
      record.set(job.picture.name, entryOf(job.picture, job.source, folders));
    else mistakes.push(mistake);
    writeRecord(folders.record, record);
  }
  if (jobs.length < planned.length) tell(say.unchanged(planned.length - jobs.length));
  return [...mistakes, ...unusedOriginals(folders.originals, namesOf(planned))];
}

async function make(
  { picture, source }: Job,
  folders: Folders,
  tell: Say,
): Promise<string | undefined> {
  switch (source.kind) {
    case "several":
      return say.twoFiles(picture.name, source.files.join(", "));
    case "none":
      return say.noPicture(picture.name);
    case "original": {
      const check = await checkOriginal(source.file, picture);
      if (check.kind === "refused") return check.sentence;
      await encodePicture(source.file, picture, folders.made);
      tell(say.madeFrom(picture.name, source.file));
      if (check.kind === "advice") tell(check.sentence);
      return undefined;
    }
    case "sample":
      await encodePicture(source.file, picture, folders.made);
      tell(say.madeFromSample(picture.name));
      return undefined;
    case "drawing":
      await encodePicture(await drawSocialPicture(), picture, folders.made);
      tell(say.drawn(picture.name));
      return undefined;
  }
}

function keepNamed(record: PictureRecord, planned: readonly PlannedPicture[]): PictureRecord {
  const names = namesOf(planned);
  return new Map([...record].filter(([name]) => names.includes(name)));
}
