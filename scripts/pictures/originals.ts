import { existsSync, readdirSync, statSync } from "node:fs";
import { join, parse } from "node:path";
import { nearest } from "#content/shapes/nearest.ts";

/** The formats that sharp can read. */
const endings = [".jpg", ".jpeg", ".png", ".webp", ".avif"];
const heic = /^\.hei[cf]$/i;

/** The owner's own pictures of that name; more than one is a mistake. */
export function findOriginals(folder: string, name: string): string[] {
  return filesIn(folder).filter((file) => isOriginalOf(name, file));
}

/**
 * The sample that is shown until the owner has given an original. A new lesson or testimonial has no sample of its own,
 * and gets the general one, like `aula.webp`.
 */
export function findSample(folder: string, name: string): string {
  const own = `${folder}/${name}.webp`;
  if (existsSync(own)) return own;
  const general = `${folder}/${name.replace(/-.*$/, "")}.webp`;
  return existsSync(general) ? general : `${folder}/depoimento.webp`;
}

/** A sentence for each file in the folder of originals that is not used, with what to do. */
export function unusedOriginals(folder: string, names: readonly string[]): string[] {
  const unused = filesIn(folder).filter((file) => !names.some((name) => isOriginalOf(name, file)));
  return unused.map((file) => {
    const path = join(folder, file);
    const { name } = parse(file);
    const ending = endingOf(file);
    if (heic.test(ending))
      return `${path} é uma foto HEIC, que os navegadores não mostram. Abra-a num editor de imagens, salve como JPG e apague a foto HEIC.`;
    if (!endings.includes(ending))
      return `${path} não é uma imagem que este comando consiga ler. Salve-a como JPG, PNG, WebP ou AVIF.`;
    const meant = nearestName(name.trim(), names);
    const unknown = `${path} não é usado: a página não tem imagem com este nome.`;
    return meant
      ? `${unknown} Se a imagem é "${meant}", mude o nome do arquivo para ${meant}${ending}.`
      : `${unknown} Se for um depoimento, escreva o nome na lista de content/testimonials.ts; se não, mude o nome do arquivo ou apague-o.`;
  });
}

/** Without zeros in front of numbers, so that `depoimento-01` is near `depoimento-1`, and `depoimento-10` is not. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const plain = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-")
    .replaceAll(/-?0*(\d+)/g, "-$1");
  if (names.includes(plain)) return plain;
  const withoutNumber = names.filter((one) => !/\d$/.test(one));
  return /\d$/.test(plain) ? undefined : nearest(plain, withoutNumber);
}

function isOriginalOf(name: string, file: string): boolean {
  return parse(file).name === name && endings.includes(endingOf(file));
}

function endingOf(file: string): string {
  return parse(file).ext.toLowerCase();
}

/** Leaves out folders and links to nowhere, which no picture can be made from. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => !file.startsWith("."))
    .filter((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .sort();
}
