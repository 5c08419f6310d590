/** Where content still holds a sample: `checkout`, `videos.0.id` … */
export function placeholders(content: unknown, path: readonly string[] = []): string[] {
  if (typeof content === "string") return isSample(content) ? [path.join(".")] : [];
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) => placeholders(value, [...path, key]));
}

/** The word "exemplo" in it, or a number of zeros, Brazil's country code aside. */
function isSample(value: string): boolean {
  return /exemplo/i.test(value) || /^(?:55)?0+$/.test(value.replace(/[\s./()+-]/g, ""));
}
