/** Where content still holds a sample: `checkout`, `videos.traits` … */
export function placeholders(content: unknown, path: readonly string[] = []): string[] {
  if (typeof content === "string") return isSample(content) ? [path.join(".")] : [];
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) => placeholders(value, [...path, key]));
}

/** Several of one kind become one word: `videos (7)`. */
export function groupPlaceholders(names: string[]): string[] {
  const kinds = new Map<string, string[]>();
  for (const name of names) {
    const kind = name.replace(/\..*$/, "");
    kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  }
  return [...kinds].flatMap(([kind, all]) => (all.length > 1 ? `${kind} (${all.length})` : all));
}

/** The value, or undefined while content holds a sample: the public must not act on a sample. */
export function realOnly(value: string): string | undefined {
  return isSample(value) ? undefined : value;
}

/** The word "exemplo" in it, or a number of zeros, Brazil's country code aside. */
function isSample(value: string): boolean {
  return /exemplo/i.test(value) || /^(?:55)?0+$/.test(value.replace(/[\s./()+-]/g, ""));
}
