import { copyFile, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";
import { header } from "#content/header.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { after, clockWords, phases } from "#content/phases.ts";
import { fontCharacters } from "./font-characters.ts";

/**
 * Every font of the first screen has these letters, so most new words need no new font. The zero is one of them,
 * because its width is the CSS unit `ch`.
 */
const always = "0abcdefghijklmnopqrstuvwxyzàáâãçéêíóôõúü";

const headings = [header.name, hero.headline, launch.currency];
const texts = [
  header.skip,
  header.calm,
  hero.eyebrow,
  hero.lead,
  hero.promise,
  hero.cta,
  hero.priceLabel,
  phases.enter,
  phases.liveLead,
  after.lead,
  messages.signedUp.done,
  messages.signedUp.doneNext,
  messages.signedUp.calendar,
  messages.success.group,
  // Without the names in braces, in whose place other texts stand.
  ...[...Object.values(phases.status), ...Object.values(clockWords.countdown)].map((text) =>
    text.replace(/\{\w+\}/g, ""),
  ),
];

/**
 * What a small font does not need: browsers apply only the kerning of its features to our texts, and read none of the
 * tables.
 */
const small = {
  noLayoutClosure: true,
  noHinting: true,
  dropTables: ["GSUB", "STAT"],
};

const besley = { from: "besley", weight: 560 };
const atkinson = { from: "atkinson-hyperlegible-next", weight: { min: 400, max: 700 } };

/** Give a changed font a new number here and in `fonts.css`: browsers keep files of /assets/ for a year. */
const files = [
  { ...besley, to: "besley-2" },
  { ...atkinson, to: "atkinson-1" },
];

/** Fonts inside the document (see `landing-fonts.css`). They are small, because each letter delays the first paint. */
const firstScreen = [
  { ...besley, to: "besley", words: headings },
  { ...atkinson, to: "atkinson", words: texts },
];

for (const { from, to, weight } of files) {
  const font = await subsetFont(await source(from), fontCharacters, {
    targetFormat: "woff2",
    variationAxes: { wght: weight },
  });
  await writeFile(`public/assets/${to}.woff2`, font);
  // The Open Font License must be beside every copy.
  await copyFile(`${folder(from)}/LICENSE`, `public/assets/${to}.licence.txt`);
}

for (const { from, to, weight, words } of firstScreen) {
  const letters = [always, ...words].join(" ");
  const font = await subsetFont(await source(from), letters, {
    targetFormat: "woff2",
    variationAxes: { wght: weight },
    ...small,
  });
  await writeFile(`site/pages/first-screen/${to}.woff2`, font);
}

function folder(name: string): string {
  return `node_modules/@fontsource-variable/${name}`;
}

function source(name: string): Promise<Buffer> {
  return readFile(`${folder(name)}/files/${name}-latin-wght-normal.woff2`);
}
