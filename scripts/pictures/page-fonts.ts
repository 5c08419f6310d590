import { mkdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import subsetFont from "subset-font";

type Font = { name: string; weight: number };

const folder = "build/picture-fonts";
const fonts: Font[] = [
  { name: "besley", weight: 560 },
  { name: "atkinson-hyperlegible-next", weight: 400 },
];
const latin = Array.from({ length: 0x17f - 0x20 }, (_, index) =>
  String.fromCodePoint(index + 0x20),
).join("");

/**
 * Lets the SVG renderer see only the two fonts of the page, so that a picture looks the same on every machine. The renderer
 * uses fontconfig, which reads FONTCONFIG_FILE when the first text is drawn.
 */
export async function loadPageFonts(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const font of fonts) await writeFile(`${folder}/${font.name}.ttf`, await oneWeight(font));
  const config = `<fontconfig><dir prefix="cwd">${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`;
  await writeFile(`${folder}/fonts.conf`, config);
  process.env["FONTCONFIG_FILE"] = resolve(folder, "fonts.conf");
}

/** Returns one weight of the variable font as TrueType, because the SVG renderer cannot read WOFF2. */
async function oneWeight({ name, weight }: Font): Promise<Buffer> {
  const file = `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  return subsetFont(await readFile(file), latin, {
    targetFormat: "truetype",
    variationAxes: { wght: weight },
  });
}
