import type { Value } from "./read/value.ts";

/** The value as the shapes check it. A word without quotes becomes a symbol, because no shape accepts a symbol. */
export function plain(value: Value): unknown {
  switch (value.kind) {
    case "text":
      return value.text;
    case "number":
      return value.number;
    case "flag":
      return value.flag;
    case "list":
      return value.items.map(plain);
    case "group":
      return Object.fromEntries(value.entries.map((entry) => [entry.name, plain(entry.value)]));
    case "word":
      return Symbol(value.word);
    case "unknown":
      return Symbol("?");
  }
}

/** The value at a path of names and numbers, if there is one. */
export function valueAt(value: Value, path: readonly unknown[]): Value | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inside =
    value.kind === "list" && typeof key === "number"
      ? value.items[key]
      : entryOf(value, key)?.value;
  return inside && valueAt(inside, rest);
}

export function entryOf(value: Value, name: unknown) {
  return value.kind === "group" ? value.entries.find((entry) => entry.name === name) : undefined;
}
