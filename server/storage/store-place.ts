import { statSync } from "node:fs";

/**
 * Whether the file that is open is still the one at its place. Removed or replaced, it would go on taking sign-ups that
 * nobody finds again: then nothing more is kept, and that is told.
 */
export function watchPlace(file: string): () => void {
  const opened = statSync(file);
  return () => {
    const { dev, ino } = statSync(file);
    if (dev === opened.dev && ino === opened.ino) return;
    throw Object.assign(new Error(`Another file stands in the place of ${file}.`), {
      code: "ESTALE",
    });
  };
}
