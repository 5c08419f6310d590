import sharp from "sharp";
import { fill, planned } from "#content/filled.ts";
import { footer } from "#content/footer.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import { loadPageFonts } from "./page-fonts.ts";
import { colour } from "./palette.ts";

type Point = readonly [x: number, y: number];
type Tone = "accent" | "text" | "text-quiet";
type Place = { at: Point; size: number; tone?: Tone; font?: keyof typeof families };

const size = { width: 1200, height: 630 };
const left = 88;
/** The light and the sign of infinity, in the colours of the page. No word is in it, so it is drawn once and committed. */
const background = "scripts/pictures/social-background.webp";
const families = { heading: "Besley", text: "Atkinson Hyperlegible Next" };

/**
 * Draws the preview picture of a shared link: the name, the date, and a bar in place of the price, because visitors
 * learn the price only in class.
 */
export async function drawSocialPicture(): Promise<Buffer> {
  await loadPageFonts();
  const drawing = [
    words(footer.name, { at: [left - 6, 300], size: 148, tone: "text", font: "heading" }),
    words(fill(hero.socialPicture, planned), { at: [left, 376], size: 48, tone: "accent" }),
    `<path d="M${left} 432H${size.width}" stroke="${colour("text-quiet")}" stroke-opacity="0.3" stroke-width="2" stroke-linecap="round"/>`,
    ...hiddenPrice([left, 536], 72),
    words(priceStaircase.black.price, { at: [left + 480, 534], size: 34 }),
  ];
  return sharp(background)
    .composite([{ input: svg(drawing) }])
    .png()
    .toBuffer();
}

/** Draws the hidden price as in `site/ui/hidden-price.first.css`: a bar with light behind it, and no number. */
function hiddenPrice(at: Point, size: number): string[] {
  const [x, y] = [at[0] + size * 1.75, at[1] - size * 0.86];
  const bar = `x="${x}" y="${y}" width="${size * 4.2}" height="${size}" rx="6"`;
  return [
    words(launch.currency, { at, size, tone: "text", font: "heading" }),
    `<rect ${bar} fill="${colour("accent")}" fill-opacity="0.75" filter="url(#haze)"/>`,
    `<rect ${bar} fill="${colour("accent")}" fill-opacity="0.6" filter="url(#glow)"/>`,
    `<rect ${bar} fill="#050408" stroke="${colour("accent")}" stroke-width="2"/>`,
  ];
}

function words(text: string, { at: [x, y], size, tone = "text-quiet", font = "text" }: Place) {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x}" y="${y}" font-family="${families[font]}" font-size="${size}" fill="${colour(tone)}">${escaped}</text>`;
}

function svg(parts: string[]): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <defs>${blur("glow", 7)}${blur("haze", 30)}</defs>
    ${parts.join("\n")}
  </svg>`);
}

function blur(id: string, deviation: number): string {
  const area = 'filterUnits="userSpaceOnUse" x="0" y="0" width="100%" height="100%"';
  return `<filter id="${id}" ${area}><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
}
