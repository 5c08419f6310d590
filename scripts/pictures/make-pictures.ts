import { encodePicture, encodeSocialPicture } from "./encode.ts";
import { makeIcons } from "./icons.ts";
import { makeManifest } from "./manifest.ts";
import { findOriginal, findSample, strayOriginals } from "./original.ts";
import { loadPageFonts } from "./page-fonts.ts";
import { type PlannedPicture, picturesOfThePage } from "./picture-list.ts";
import { socialPicture } from "./social-picture.ts";

/** The folder of the owner's own pictures. Without this folder, every picture is made from its sample. */
const originals = "content/pictures";
const samples = "scripts/pictures/samples";
const social = { name: "social", width: 1200, height: 630 };
const pictures = picturesOfThePage();

await loadPageFonts();
for (const picture of pictures) {
  const sample = async () => findSample(samples, picture.name);
  await make(picture, sample, encodePicture);
}
await make(social, socialPicture, encodeSocialPicture);
await makeIcons();
await makeManifest();
warnOfStrays();

async function make(
  picture: PlannedPicture,
  sample: () => Promise<Buffer | string>,
  encode: typeof encodePicture,
): Promise<void> {
  const original = findOriginal(originals, picture.name);
  console.log(`${picture.name}: ${original ?? "a drawn sample"}`);
  if (original === undefined) return encode(await sample(), picture);
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
