import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

const script = "tests/support/looks/in-page/grid-holes.js";

/**
 * The places in the rows of a grid where no item is. Gives the grid each number of items in turn, as copies of its own
 * items; what always comes last in a grid, like the box with the materials, stays there.
 */
export async function gridHoles(
  page: Page,
  selector: string,
  counts: readonly number[],
): Promise<string[]> {
  const call = `gridHoles(${JSON.stringify(selector)}, ${JSON.stringify(counts)})`;
  return page.evaluate<string[]>(`${await readFile(script, "utf8")}\n${call}`);
}
