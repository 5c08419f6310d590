import { mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import sharp from "sharp";
import subsetFont from "subset-font";
import { fill, planned } from "#content/filled.ts";
import { footer } from "#content/footer.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import { colour } from "./palette.ts";

type Point = readonly [x: number, y: number];
type Tone = "accent" | "text" | "text-quiet";
type Place = { at: Point; size: number; tone?: Tone; font?: keyof typeof families };

const size = { width: 1200, height: 630 };
const left = 88;
/**
 * The background: the light, the sign of infinity, and the bar of `site/ui/ornaments.first.css` where the page has the
 * price, in the colours of the page. It has no words, so it was drawn once and is committed.
 */
const background = "scripts/pictures/social-background.webp";
const families = { heading: "Besley", text: "Atkinson Hyperlegible Next" };

/** Draws the preview picture of a shared link: with the name and the date, and without the price, which visitors learn only in class. */
export async function drawSocialPicture(): Promise<Buffer> {
  await loadPageFonts();
  const drawing = [
    words(footer.name, { at: [left - 6, 300], size: 148, tone: "text", font: "heading" }),
    words(fill(hero.socialPicture, planned), { at: [left, 376], size: 48, tone: "accent" }),
    words(launch.currency, { at: [left, 536], size: 72, tone: "text", font: "heading" }),
    words(priceStaircase.black.price, { at: [left + 480, 534], size: 34 }),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${drawing.join("\n")}</svg>`;
  return sharp(background)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}

function words(text: string, { at: [x, y], size, tone = "text-quiet", font = "text" }: Place) {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" font-family="${families[font]}" font-size="${size}" fill="${colour(tone)}">${escaped}</text>`;
}

const fontFolder = "build/picture-fonts";
const latin = Array.from({ length: 0x17f - 0x20 }, (_, index) =>
  String.fromCodePoint(index + 0x20),
).join("");

/**
 * Shows the SVG renderer only the two fonts of the page, so that a picture looks the same on every machine. The
 * renderer uses fontconfig, which reads FONTCONFIG_FILE when the first text is drawn.
 */
async function loadPageFonts(): Promise<void> {
  await mkdir(fontFolder, { recursive: true });
  for (const [name, wght] of [
    ["besley", 560],
    ["atkinson-hyperlegible-next", 400],
  ] as const) {
    const file = `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
    // The SVG renderer cannot read fonts in the WOFF2 format.
    const font = await subsetFont(await readFile(file), latin, {
      targetFormat: "truetype",
      variationAxes: { wght },
    });
    await writeFile(`${fontFolder}/${name}.ttf`, font);
  }
  const config = `<fontconfig><dir prefix="cwd">${fontFolder}</dir><cachedir>${fontFolder}</cachedir></fontconfig>`;
  await writeFile(`${fontFolder}/fonts.conf`, config);
  process.env["FONTCONFIG_FILE"] = resolve(fontFolder, "fonts.conf");
}
