/** The name that differs least from a misspelt one, or nothing if all differ too much. */
export function nearest(misspelt: string, names: readonly string[]): string | undefined {
  const wanted = misspelt.toLowerCase();
  const far = Math.max(2, Math.ceil(misspelt.length / 3)) + 1;
  const [best] = names
    .map((name) => ({ name, distance: distanceBetween(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance < Math.min(far, misspelt.length))
    .sort((one, other) => one.distance - other.distance);
  return best?.name;
}

/** How many letters must be added, removed or replaced (Levenshtein). */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
