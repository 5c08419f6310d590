import { pictures as say } from "#phrases/pictures.ts";
import { makeIcons } from "./icons.ts";
import { makePictures } from "./make-pictures.ts";
import { makeManifest } from "./manifest.ts";

/** `npm run pictures`. Returns the exit code. */
export async function run(): Promise<number> {
  const mistakes = await makePictures(console.log);
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
