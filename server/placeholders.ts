const placeholder = /^(sample|exemplo)/i;

/** Where content still holds a sample: `checkout`, `videos.0.id` … */
export function placeholders(content: unknown, path: readonly string[] = []): string[] {
  if (typeof content === "string") return placeholder.test(content) ? [path.join(".")] : [];
  if (typeof content !== "object" || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) => placeholders(value, [...path, key]));
}
