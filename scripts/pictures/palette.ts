import { readFileSync } from "node:fs";

type Colour = "page" | "text" | "text-quiet" | "accent";

const tokens = readFileSync("site/styles/tokens.css", "utf8");

/** A colour of the page as `#rrggbb`: the SVG renderer and the manifest do not read OKLCH. */
export function colour(name: Colour): string {
  const found = new RegExp(`--color-${name}: oklch\\(([\\d.]+)% ([\\d.]+) ([\\d.]+)\\)`).exec(
    tokens,
  );
  if (!found) throw new Error(`site/styles/tokens.css has no plain oklch() for --color-${name}.`);
  const [, lightness, chroma, hue] = found.map(Number);
  return oklchToHex(Number(lightness) / 100, Number(chroma), Number(hue));
}

/** The styles with each colour as `#rrggbb`, or with its transparency as `#rrggbbaa`. */
export function inHex(css: string): string {
  const pattern = /oklch\(([\d.]+)% ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)/g;
  return css.replace(pattern, (_, lightness, chroma, hue, alpha) => {
    const opaque = oklchToHex(Number(lightness) / 100, Number(chroma), Number(hue));
    return alpha === undefined ? opaque : opaque + hexByte(Number(alpha));
  });
}

/** Turns a colour in OKLCH into `#rrggbb`, with the matrices of https://bottosson.github.io/posts/oklab/. */
function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(toHexByte).join("")}`;
}

function toHexByte(linear: number): string {
  const light = Math.min(1, Math.max(0, linear));
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return hexByte(encoded);
}

/** A share of 255 as two hexadecimal digits. */
function hexByte(share: number): string {
  return Math.round(share * 255)
    .toString(16)
    .padStart(2, "0");
}
