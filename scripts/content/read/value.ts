/** A mistake in how a file is written, as a sentence in Portuguese without file and line. */
export type Slip = { line: number; text: string };

/** A value as it stands in a file of `content/`, with the line where it begins. */
export type Value =
  | { kind: "text"; line: number; text: string }
  | { kind: "number"; line: number; number: number }
  | { kind: "flag"; line: number; flag: boolean }
  | { kind: "list"; line: number; items: Value[] }
  | { kind: "group"; line: number; entries: Entry[]; nameless: Nameless[] }
  /** A name of another value, like `launch.anchorPrices`, or a text without quotes. */
  | { kind: "word"; line: number; word: string }
  /** A value that could not be read: a slip tells why. */
  | { kind: "unknown"; line: number };

export type Entry = { name: string; line: number; value: Value };

/** What stands in a group where a name and a colon are missing. */
export type Nameless = { line: number; value: Value };

/** One `export const` of a file. */
export type Exported = { name: string; line: number; value: Value };
