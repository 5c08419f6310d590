/** The names of the values that are still samples, like `checkout` or `videos.trauma`. */
export function placeholders(content: unknown, path: readonly string[] = []): string[] {
  if (typeof content === "string") return isSample(content) ? [path.join(".")] : [];
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) => placeholders(value, [...path, key]));
}

/** Joins several names of one kind into one text, like `videos (7)`. */
export function groupPlaceholders(names: string[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const name of names) {
    const kind = name.replace(/\..*$/, "");
    kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  }
  return [...kinds].flatMap(([kind, all]) => (all.length > 1 ? `${kind} (${all.length})` : all));
}

/** Returns the value, or undefined for a sample, because visitors must not get a wrong e-mail address. */
export function realOnly(value: string): string | undefined {
  return isSample(value) ? undefined : value;
}

/**
 * A value is a sample if it has the word "exemplo" in it, or is a number of zeros, with or without Brazil's country
 * code.
 */
function isSample(value: string): boolean {
  return /exemplo/i.test(value) || /^(?:55)?0+$/.test(value.replace(/[\s./()+-]/g, ""));
}
