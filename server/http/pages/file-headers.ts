import { extname } from "node:path";

const types: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ics": "text/calendar; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".vtt": "text/vtt; charset=utf-8",
  ".webm": "video/webm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

export function contentType(file: string): string {
  return types[extname(file)] ?? "application/octet-stream";
}

const yearSeconds = 31_536_000;
const shortSeconds = 300;

/** The `Cache-Control` of what keeps its name and changes with the event: pages and the calendar file. */
export const askedEveryTime = "no-cache";

/**
 * Browsers keep an asset for a year, because its name changes with its bytes. A page keeps its name, so browsers must
 * ask for it every time.
 */
const cacheControls = {
  asset: `public, max-age=${yearSeconds}, immutable`,
  page: askedEveryTime,
  file: `public, max-age=${shortSeconds}`,
} as const;

/** `name` is the name of a file in `dist/`. */
export function cacheControl(name: string): string {
  if (name.startsWith("assets/")) return cacheControls.asset;
  return /\.(?:html|ics)$/.test(name) ? cacheControls.page : cacheControls.file;
}
