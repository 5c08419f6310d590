import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { calendarFile, calendarFilePath } from "#event/calendar.ts";
import type { Encoding } from "./accept-encoding.ts";
import { contentType } from "./file-headers.ts";
import { fillPage } from "./fill-page.ts";
import type { Filling } from "./page-words.ts";
import {
  type FileHead,
  type PreparedFile,
  prepareVariant,
  type StaticPages,
  type Variant,
} from "./prepared-file.ts";

const htmlType = contentType("page.html");

/** A file that was filled in. It can be served at once, and is smaller when it has been compressed. */
export type FilledFile = { variants: PreparedFile; compress: () => Promise<void> };

/** Fills in all pages of the built site, and writes the calendar file. Files that stay as they are keep their bytes. */
export function fillPages(
  built: StaticPages,
  filling: Filling,
): { pages: StaticPages; filled: FilledFile[] } {
  const pages = new Map(built);
  const filled: FilledFile[] = [];
  for (const [path, file] of built) {
    const original = file.get("identity");
    const text = original && textOf(path, original, filling);
    if (original === undefined || text === undefined) continue;
    const one = filledFile(original.head, Buffer.from(text));
    pages.set(path, one.variants);
    filled.push(one);
  }
  return { pages, filled };
}

/** The new text of a file; undefined if the file stays as it is. */
function textOf(path: string, original: Variant, filling: Filling): string | undefined {
  if (path === calendarFilePath) return calendarFile(filling, filling.madeAt);
  if (original.head.contentType !== htmlType) return undefined;
  const html = original.body.toString("utf8");
  const text = fillPage(html, filling);
  return text === html ? undefined : text;
}

function filledFile(head: FileHead, plain: Buffer<ArrayBuffer>): FilledFile {
  const variants = new Map<Encoding, Variant>([
    ["identity", prepareVariant(head, "identity", plain)],
  ]);
  let compressed = false;
  return {
    variants,
    async compress() {
      if (compressed) return;
      const br = await promisify(brotliCompress)(plain);
      const gz = await promisify(gzip)(plain, { level: 9 });
      if (br.length < plain.length) variants.set("br", prepareVariant(head, "br", Buffer.from(br)));
      if (gz.length < plain.length)
        variants.set("gzip", prepareVariant(head, "gzip", Buffer.from(gz)));
      compressed = true;
    },
  };
}
