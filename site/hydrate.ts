import { startPage } from "./start-page.ts";
import { whenFormsAreUsed } from "./when-forms-are-used.ts";

startPage(document);
whenFormsAreUsed(document, async (page) => {
  const { hydrateIslands } = await loadIslands();
  hydrateIslands(page);
});

/** Requests React and the islands at once. They are two files, because the browser can handle a tap between two tasks. */
async function loadIslands(): Promise<typeof import("./islands.tsx")> {
  const [islands] = await Promise.all([import("./islands.tsx"), import("./react-roots.ts")]);
  return islands;
}
