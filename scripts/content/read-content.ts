import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { files } from "#content/shapes/files.ts";
import { slips } from "#phrases/content/slips.ts";
import { decode } from "./decode.ts";
import { valueAt } from "./plain.ts";
import { type ReadFile, readContentFile } from "./read/read-file.ts";
import type { Value } from "./read/value.ts";

/** What each file of the folder says; a file that does not exist has no entry. */
export type ReadContent = Map<string, ReadFile>;

/** Reads all files that the owner edits. Names of values of other files, like `launch.anchorPrices`, are replaced. */
export async function readContent(folder: string): Promise<ReadContent> {
  const content: ReadContent = new Map();
  for (const file of Object.keys(files)) {
    const bytes = await readFile(join(folder, file)).catch(() => undefined);
    if (bytes !== undefined) content.set(file, readSaved(bytes));
  }
  for (const read of content.values()) {
    for (const exported of read.exports) exported.value = resolved(exported.value, content);
  }
  return content;
}

function readSaved(bytes: Uint8Array): ReadFile {
  const { source, isUtf8 } = decode(bytes);
  const read = readContentFile(source);
  return isUtf8 ? read : { ...read, slips: [{ line: 1, text: slips.notUtf8 }, ...read.slips] };
}

/** The value that a file exports under a name. */
export function exportedValue(content: ReadContent, name: string): Value | undefined {
  return [...content.values()].flatMap((read) => read.exports).find((one) => one.name === name)
    ?.value;
}

function resolved(value: Value, content: ReadContent): Value {
  switch (value.kind) {
    case "list":
      return { ...value, items: value.items.map((item) => resolved(item, content)) };
    case "group": {
      const entries = value.entries.map((entry) => ({
        ...entry,
        value: resolved(entry.value, content),
      }));
      return { ...value, entries };
    }
    case "word":
      return resolvedWord(value, content);
    default:
      return value;
  }
}

/** The value itself is checked where it stands, so a mistake in it is told once. */
function resolvedWord(value: Value & { kind: "word" }, content: ReadContent): Value {
  const [name = "", ...path] = value.word.split(".");
  const named = path.length > 0 ? exportedValue(content, name) : undefined;
  if (named === undefined) return value;
  return valueAt(named, path) ? { kind: "unknown", line: value.line } : value;
}
