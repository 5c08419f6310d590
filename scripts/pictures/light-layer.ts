import sharp from "sharp";
import type { Point } from "./infinity.ts";
import { colour } from "./palette.ts";

/** A lamp outside the picture, the point that its light reaches, and the width of the light at that point. */
type Light = { lamp: Point; lands: Point; spread: number };

const beamAtLamp = 0.34;
const beamAtEnd = 0.07;
const poolAtHeart = 0.3;

/**
 * The light as a transparent layer, computed for each pixel: SVG blurs and stacked gradients would shift the hue of
 * colours as dark as these, and would darken the edge of the picture.
 */
export async function lightLayer(
  { width, height }: { width: number; height: number },
  light: Light,
): Promise<Buffer> {
  const red = Number.parseInt(colour("accent").slice(1, 3), 16);
  const green = Number.parseInt(colour("accent").slice(3, 5), 16);
  const blue = Number.parseInt(colour("accent").slice(5, 7), 16);
  const pixels = Buffer.alloc(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const brightness = brightnessAt([index % width, Math.floor(index / width)], light);
    pixels.set([red, green, blue, Math.round(brightness * 255)], index * 4);
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

function brightnessAt(point: Point, light: Light): number {
  return 1 - (1 - beamAt(point, light)) * (1 - poolAt(point, light));
}

function beamAt([x, y]: Point, { lamp, lands, spread }: Light): number {
  const [reachX, reachY] = [lands[0] - lamp[0], lands[1] - lamp[1]];
  const reach = Math.hypot(reachX, reachY);
  const along = ((x - lamp[0]) * reachX + (y - lamp[1]) * reachY) / reach ** 2;
  const aside = Math.abs((x - lamp[0]) * reachY - (y - lamp[1]) * reachX) / reach;
  const halfWidth = spread * (0.12 + 0.88 * Math.max(0, along));
  const strength = beamAtLamp + (beamAtEnd - beamAtLamp) * Math.min(1, along);
  return strength * fading(aside / halfWidth, 0.25, 1.15) * fading(along, 0.8, 1.2);
}

function poolAt([x, y]: Point, { lands, spread }: Light): number {
  const away = Math.hypot((x - lands[0]) / (spread * 1.5), (y - lands[1]) / (spread * 0.8));
  return poolAtHeart * Math.exp(-4 * away ** 2);
}

/**
 * The strength of the light at a distance: 1 up to the distance `from`, 0 beyond `to`, and falling smoothly between
 * them.
 */
function fading(value: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (to - value) / (to - from)));
  return part * part * (3 - 2 * part);
}
