import { copyFile, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

/** What Portuguese, prices and quotations need; anything else falls back to the system's faces. */
const characters = [
  " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
  "\u00a0ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúüÑñªº°·«»–—‘’“”•…¡¿→←×−",
].join("");

const weights = { wght: { min: 400, max: 700 } };

/** A changed face needs a new number here, in `fonts.css` and in `document.tsx`: /assets/ is cached for good. */
const faces = [
  { from: "besley", to: "besley-1" },
  { from: "atkinson-hyperlegible-next", to: "atkinson-1" },
];

for (const { from, to } of faces) {
  const folder = `node_modules/@fontsource-variable/${from}`;
  const source = `${folder}/files/${from}-latin-wght-normal.woff2`;
  const subset = await subsetFont(await readFile(source), characters, {
    targetFormat: "woff2",
    variationAxes: weights,
  });
  await writeFile(`public/assets/${to}.woff2`, subset);
  // The Open Font License wants to stand beside every copy.
  await copyFile(`${folder}/LICENSE`, `public/assets/${to}.licence.txt`);
}
