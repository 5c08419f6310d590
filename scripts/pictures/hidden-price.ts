import { launch } from "#content/launch.ts";
import { words } from "./drawing.ts";
import type { Point } from "./light.ts";
import { colour } from "./palette.ts";

/** The mark of `site/ui/hidden-price.css`: a bar lit from behind, never a number. */
export function hiddenPrice([x, y]: Point, size: number): string[] {
  const bar = `x="${x + size * 1.75}" y="${y - size * 0.86}" width="${size * 4.2}" height="${size}" rx="6"`;
  return [
    words(launch.currency, { x, y, size, tone: "text", face: "heading" }),
    `<rect ${bar} fill="${colour("light")}" fill-opacity="0.75" filter="url(#haze)"/>`,
    `<rect ${bar} fill="${colour("light")}" fill-opacity="0.6" filter="url(#glow)"/>`,
    `<rect ${bar} fill="#050408" stroke="${colour("light")}" stroke-width="2"/>`,
  ];
}
