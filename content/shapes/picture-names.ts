import * as v from "valibot";
import { rule } from "./rule.ts";

/** The name of a picture file without its ending: plain letters, so that the name is the same on every machine. */
const pictureName = v.pipe(
  v.string(),
  rule((name) =>
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
      ? undefined
      : `é "${name}". Escreva o nome do arquivo sem o final (.jpg), só com letras minúsculas sem acento, números e hífens: "${plainName(name) || "depoimento-1"}".`,
  ),
);

/** The name that was probably meant. */
function plainName(name: string): string {
  return name
    .replace(/\.\w+$/, "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** The names of pictures, each once. The list may be empty. */
export const pictureNames = v.pipe(
  v.array(pictureName),
  rule((names) => {
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    return twice && `tem "${twice}" duas vezes. Apague uma.`;
  }),
);
