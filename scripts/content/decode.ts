/** The text of a file, and whether it is kept in UTF-8, the only encoding that the page reads. */
export type Decoded = { source: string; isUtf8: boolean };

/**
 * Reads what an editor has saved. The decoder leaves out the mark that Notepad of Windows puts at the beginning of
 * "UTF-8 com BOM". In another encoding the words are read all the same, so that no mistake is told twice.
 */
export function decode(bytes: Uint8Array): Decoded {
  try {
    const source = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { source, isUtf8: true };
  } catch {
    return { source: new TextDecoder(otherEncoding(bytes)).decode(bytes), isUtf8: false };
  }
}

/** UTF-16 begins with a mark of two bytes. Without it, the file is of the older encoding of Windows, "ANSI". */
function otherEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "windows-1252";
}
