const yearSeconds = 31_536_000;
const shortSeconds = 300;

/** The name of an asset changes with its bytes; a page keeps its name, so it is asked for every time. */
const cacheControls = {
  asset: `public, max-age=${yearSeconds}, immutable`,
  page: "no-cache",
  file: `public, max-age=${shortSeconds}`,
} as const;

/** Of a file of the built site, by its name in `dist/`. */
export function cacheControl(name: string): string {
  if (name.startsWith("assets/")) return cacheControls.asset;
  return name.endsWith(".html") ? cacheControls.page : cacheControls.file;
}
