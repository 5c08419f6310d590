import { pictures as say } from "#phrases/pictures.ts";
import { makeIcons } from "./icons.ts";
import { updateKeptVersions } from "./kept-versions.ts";
import { makePictures } from "./make-pictures.ts";
import { makeManifest } from "./manifest.ts";
import { pictureFolders } from "./picture-state.ts";

/** `npm run pictures`. Returns the exit code. */
export async function makeAll(): Promise<number> {
  const mistakes = await makePictures(console.log);
  const updated = await updateKeptVersions("build/versions", pictureFolders.made);
  if (updated.length > 0) console.log(say.keptVersions(updated.length));
  await makeIcons();
  await makeManifest();
  if (mistakes.length === 0) {
    console.log(say.done);
    return 0;
  }
  for (const sentence of mistakes) console.error(`- ${sentence}`);
  console.error(say.failed);
  return 1;
}
