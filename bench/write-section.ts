import { readFile, writeFile } from "node:fs/promises";

/**
 * Replaces the text between the two marks of a section in a document. The rest of the document is written by hand and
 * stays as it is.
 */
export async function writeSection(file: string, name: string, text: string): Promise<void> {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const document = await readFile(file, "utf8");
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${file} has no section between ${begin} and ${end}.`);
  await writeFile(file, `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`);
}
