import type { Value } from "./read/value.ts";
import type { ReadContent } from "./read-content.ts";

/** A text with the file and the line where it stands, its own name, and all names that lead to it. */
export type NamedText = { file: string; line: number; name: string; path: string; text: string };

export function namedTexts(content: ReadContent): NamedText[] {
  return [...content].flatMap(([file, { exports }]) =>
    exports.flatMap(({ name, value }) =>
      textsIn(value, [], name).map((found) => ({ ...found, file })),
    ),
  );
}

function textsIn(value: Value, path: string[], name: string): Omit<NamedText, "file">[] {
  switch (value.kind) {
    case "text":
      return [{ line: value.line, name, path: path.join("."), text: value.text }];
    case "list":
      return value.items.flatMap((item) => textsIn(item, path, name));
    case "group":
      return value.entries.flatMap((entry) =>
        textsIn(entry.value, [...path, entry.name], entry.name),
      );
    default:
      return [];
  }
}
