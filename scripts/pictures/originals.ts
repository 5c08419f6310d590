import { existsSync, readdirSync, statSync } from "node:fs";
import { join, parse } from "node:path";

/** The file formats of pictures that sharp can read. */
const endings = [".jpg", ".jpeg", ".png", ".webp", ".avif"];

/** The owner's own picture with that name. */
export function findOriginal(folder: string, name: string): string | undefined {
  return filesIn(folder).find((file) => isOriginalOf(name, file));
}

/**
 * The sample picture that is shown until the owner adds an original. A new lesson or testimonial has no own sample, and
 * gets a general one, such as `aula.webp`.
 */
export function findSample(folder: string, name: string): string {
  const own = `${folder}/${name}.webp`;
  if (existsSync(own)) return own;
  const general = `${folder}/${name.replace(/-.*$/, "")}.webp`;
  return existsSync(general) ? general : `${folder}/depoimento.webp`;
}

/** One sentence for each unused file in the folder of the owner's pictures. */
export function unusedOriginals(folder: string, names: readonly string[]): string[] {
  const used = names.map((name) => findOriginal(folder, name));
  const unused = filesIn(folder).filter((file) => !used.includes(file));
  return unused.map(
    (file) =>
      `${join(folder, file)} não é usado. Salve a imagem como JPG ou PNG com um destes nomes, ou apague o arquivo: ${names.join(", ")}.`,
  );
}

function isOriginalOf(name: string, file: string): boolean {
  const { name: given, ext } = parse(file);
  return given === name && endings.includes(ext.toLowerCase());
}

/** The files of a folder, without subfolders and broken links, from which no picture can be made. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => !file.startsWith("."))
    .filter((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .sort();
}
