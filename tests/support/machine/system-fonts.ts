import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import subsetFont from "subset-font";

/** A font from an npm package with a system's font name: the system's own font, or one with the same sizes. */
type SystemFont = { source: string; weight: 400 | 700; family: string; postScriptName: string };

/**
 * The fonts of each system: the first is its sans-serif font, the last its serif font. A text that does not move with
 * Android's fonts, nor without any named font, does not move with the fonts of other systems.
 */
const systems = {
  android: [
    { source: "roboto", weight: 400, family: "Roboto", postScriptName: "Roboto-Regular" },
    { source: "roboto", weight: 700, family: "Roboto", postScriptName: "Roboto-Bold" },
    { source: "noto-serif", weight: 700, family: "Noto Serif", postScriptName: "NotoSerif-Bold" },
    { source: "noto-serif", weight: 400, family: "Noto Serif", postScriptName: "NotoSerif" },
  ],
  // No style names this font, but a browser without any font would show no text at all.
  none: [{ source: "noto-serif", weight: 400, family: "Unused", postScriptName: "Unused" }],
} as const satisfies Record<string, readonly SystemFont[]>;

export type System = keyof typeof systems;
export const systemNames = ["none", "android"] as const satisfies System[];

/** The system of most visitors. The other system is used only in journeys in which text could move. */
export const usualSystem: System = "android";

/** The value of FONTCONFIG_FILE with which a browser sees only the fonts of one system, and no font of the machine. */
export function systemFontsConfig(system: System): string {
  return resolve("build/system-fonts", system, "fonts.conf");
}

/** Writes the font files, unless an earlier run has written them. */
export async function writeSystemFonts(): Promise<void> {
  await Promise.all(systemNames.map((system) => writeSystem(system)));
}

async function writeSystem(system: System): Promise<void> {
  const file = systemFontsConfig(system);
  const folder = resolve(file, "..");
  const config = configOf(folder, systems[system]);
  if ((await readFile(file, "utf8").catch(() => "")) === config) return;
  await mkdir(folder, { recursive: true });
  for (const font of systems[system]) await writeFile(fileOf(folder, font), await trueType(font));
  // This file is written last and in one step: once it exists, another test run takes all fonts as written.
  await writeFile(`${file}.${process.pid}`, config);
  await rename(`${file}.${process.pid}`, file);
}

/** Converts a font to TrueType, because packages contain WOFF2 fonts, which fontconfig cannot read. */
async function trueType({ source, weight }: SystemFont): Promise<Buffer> {
  const file = `node_modules/@fontsource/${source}/files/${source}-latin-${weight}-normal.woff2`;
  return subsetFont(await readFile(file), undefined, {
    targetFormat: "truetype",
    keepAllGlyphs: true,
  });
}

function fileOf(folder: string, { postScriptName }: SystemFont): string {
  return join(folder, `${postScriptName}.ttf`);
}

/** A configuration without hinting, as on a phone: hinting would round the width of every letter. */
function configOf(folder: string, fonts: readonly SystemFont[]): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${folder}</dir>
<cachedir>${folder}/cache</cachedir>
${fonts.map((font) => namesOf(folder, font)).join("\n")}
${genericFamily("sans-serif", fonts.at(0))}
${genericFamily("serif", fonts.at(-1))}
<match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
</fontconfig>
`;
}

/** Sets the names by which `local()` and `font-family` find a font: full name, PostScript name, and family. */
function namesOf(folder: string, font: SystemFont): string {
  const fullName = font.weight === 700 ? `${font.family} Bold` : font.family;
  return `<match target="scan"><test name="file"><string>${fileOf(folder, font)}</string></test>
${name("family", font.family)}
${name("fullname", fullName)}
${name("postscriptname", font.postScriptName)}
</match>`;
}

function name(property: string, value: string): string {
  return `<edit name="${property}" mode="assign"><string>${value}</string></edit>`;
}

function genericFamily(generic: string, font: SystemFont | undefined): string {
  return `<alias binding="same"><family>${generic}</family><prefer><family>${font?.family}</family></prefer></alias>`;
}
