import { readFileSync } from "node:fs";

const tokens = readFileSync("site/styles/tokens.first.css", "utf8");

/** A colour of the page as `#rrggbb`. */
export function colour(name: "page" | "text" | "text-quiet" | "accent"): string {
  const [, hex] = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(tokens) ?? [];
  if (!hex) throw new Error(`site/styles/tokens.first.css has no plain colour --color-${name}.`);
  return hex;
}
