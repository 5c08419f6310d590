import { encodePicture, encodeSocialPicture } from "./encode.ts";
import { loadPageFaces } from "./faces.ts";
import { makeIcons } from "./icons.ts";
import { makeManifest } from "./manifest.ts";
import { findOriginal, strayOriginals } from "./original.ts";
import { type PlannedPicture, picturesOfThePage } from "./picture-list.ts";
import { socialPicture } from "./social-picture.ts";

const originals = "content/pictures";
const social = { name: "social", width: 1200, height: 630, sample: socialPicture };
const pictures = picturesOfThePage();

await loadPageFaces();
for (const picture of pictures) await make(picture, encodePicture);
await make(social, encodeSocialPicture);
await makeIcons();
await makeManifest();
warnOfStrays();

async function make(picture: PlannedPicture, encode: typeof encodePicture): Promise<void> {
  const original = findOriginal(originals, picture.name);
  console.log(`${picture.name}: ${original ?? "a drawn sample"}`);
  if (original === undefined) return encode(await picture.sample(), picture);
  await encode(`${originals}/${original}`, picture).catch((cause: unknown) => {
    const advice = "Open it in an image editor, save it again as JPEG or PNG, and run this again.";
    throw new Error(`${originals}/${original} cannot be read as a picture. ${advice}`, { cause });
  });
}

function warnOfStrays(): void {
  const names = [...pictures, social].map(({ name }) => name);
  for (const file of strayOriginals(originals, names)) {
    console.warn(`${originals}/${file} is not used: see "Imagens" in content/README.md.`);
  }
}
