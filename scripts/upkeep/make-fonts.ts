import { copyFile, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";
import { dates } from "#content/dates.ts";
import { fill, planned } from "#content/filled.ts";
import { header } from "#content/header.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { groupPages, legal } from "#content/pages.ts";
import { after, clockWords, phases } from "#content/phases.ts";
import { presenter } from "#content/presenter.ts";
import { privacy } from "#content/privacy.ts";
import { signedUp, success } from "#content/success.ts";
import { terms } from "#content/terms.ts";
import { fontCharacters } from "./font-characters.ts";

/** The fonts inside the documents always contain these letters, so most new words need no new font. */
const always = "abcdefghijklmnopqrstuvwxyzàáâãçéêíóôõú";
/** The width of the digit zero is the CSS unit `ch`. */
const zero = "0";

const headings = [header.name, hero.headline, launch.currency];
/** The texts that say in which phase the event is. */
const status = [
  ...dates.weekdays,
  // The numbers in a countdown.
  "0123456789",
  // Names in braces are removed, because other texts replace them on the page.
  ...[...Object.values(phases.status), ...Object.values(clockWords.countdown)].map((text) =>
    text.replace(/\{\w+\}/g, ""),
  ),
];
const texts = [
  header.skip,
  header.calm,
  hero.eyebrow,
  hero.lead,
  hero.lessons,
  hero.promise,
  hero.proof,
  hero.proofNamed,
  presenter.name,
  hero.cta,
  hero.priceLabel,
  phases.enter,
  phases.doorsLead,
  phases.liveLead,
  after.lead,
  signedUp.done,
  signedUp.doneNext,
  signedUp.calendar,
  success.group,
  success.otherGroup,
  ...status,
];

/** The words of the pages other than the landing page. Their headings are the header's name, all titles and the phase of the event. */
const otherWords = { header, messages, legal, privacy, terms, groupPages, phases, after };

/**
 * What a small font leaves out: of the font's features our texts use only kerning in browsers, and browsers read none
 * of these tables.
 */
const small = {
  noLayoutClosure: true,
  noHinting: true,
  dropTables: ["GSUB", "HVAR", "STAT", "gasp"],
};

const besley = { from: "besley", weight: 560 };
const atkinson = { from: "atkinson-hyperlegible-next", weight: { min: 400, max: 700 } };

/** A changed font needs a new number here and in `fonts.css`, because browsers keep files of /assets/ for a year. */
const files = [
  { ...besley, to: "besley-2" },
  { ...atkinson, to: "atkinson-1" },
];

/** Fonts inside the documents (see `site/pages/fonts/fonts.tsx`). These fonts are small, because each letter delays the first paint. */
const inline = [
  { ...besley, to: "headline-besley", words: [zero, ...headings] },
  { ...besley, to: "first-screen-besley", words: [zero, always, ...headings] },
  { ...atkinson, to: "first-screen-atkinson", words: [always, ...texts] },
  {
    ...besley,
    to: "other-pages-besley",
    words: [zero, always, header.name, launch.currency, ...textsIn(otherWords, "title"), ...status],
  },
  {
    ...atkinson,
    to: "other-pages-atkinson",
    words: [zero, always, ...textsIn(otherWords), ...status],
  },
];

for (const { from, to, weight } of files) {
  const font = await subsetFont(await source(from), fontCharacters, {
    targetFormat: "woff2",
    variationAxes: { wght: weight },
  });
  await writeFile(`public/assets/${to}.woff2`, font);
  // The Open Font License must be beside every copy of a font.
  await copyFile(`${folder(from)}/LICENSE`, `public/assets/${to}.licence.txt`);
}

for (const { from, to, weight, words } of inline) {
  const font = await subsetFont(await source(from), fill(words.join(" "), planned), {
    targetFormat: "woff2",
    variationAxes: { wght: weight },
    ...small,
  });
  await writeFile(`site/pages/fonts/${to}.woff2`, font);
}

/** For a heading with only these letters, `fonts.tsx` uses the smaller font. */
const letters = [...new Set(fill(headings.join(""), planned))].sort().join("");
await writeFile("site/pages/fonts/headline-letters.txt", letters);

/** All texts in a part of the content, or only the texts with the name `wanted`. */
function textsIn(value: unknown, wanted?: string, name = ""): string[] {
  if (typeof value === "string") return !wanted || name === wanted ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, wanted, key));
}

function folder(name: string): string {
  return `node_modules/@fontsource-variable/${name}`;
}

function source(name: string): Promise<Buffer> {
  return readFile(`${folder(name)}/files/${name}-latin-wght-normal.woff2`);
}
