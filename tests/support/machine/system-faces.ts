import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import subsetFont from "subset-font";

/** A font from an npm package under a system's name for it: the system's own font, or one of the same measures. */
type SystemFace = { source: string; weight: 400 | 700; family: string; postScriptName: string };

const arial = [
  { source: "arimo", weight: 400, family: "Arial", postScriptName: "ArialMT" },
  { source: "arimo", weight: 700, family: "Arial", postScriptName: "Arial-BoldMT" },
] as const;
const georgia = [
  { source: "gelasio", weight: 400, family: "Georgia", postScriptName: "Georgia" },
  { source: "gelasio", weight: 700, family: "Georgia", postScriptName: "Georgia-Bold" },
] as const;

/** The fonts of each system: the first is its sans-serif, the last its serif. No free font has the measures of Segoe UI. */
const systems = {
  android: [
    { source: "roboto", weight: 400, family: "Roboto", postScriptName: "Roboto-Regular" },
    { source: "roboto", weight: 700, family: "Roboto", postScriptName: "Roboto-Bold" },
    { source: "noto-serif", weight: 700, family: "Noto Serif", postScriptName: "NotoSerif-Bold" },
    { source: "noto-serif", weight: 400, family: "Noto Serif", postScriptName: "NotoSerif" },
  ],
  apple: [
    { source: "arimo", weight: 400, family: "Helvetica", postScriptName: "Helvetica" },
    { source: "arimo", weight: 700, family: "Helvetica", postScriptName: "Helvetica-Bold" },
    ...arial,
    ...georgia,
    { source: "tinos", weight: 700, family: "Times", postScriptName: "Times-Bold" },
    { source: "tinos", weight: 400, family: "Times", postScriptName: "Times-Roman" },
  ],
  windows: [
    ...arial,
    ...georgia,
    {
      source: "tinos",
      weight: 700,
      family: "Times New Roman",
      postScriptName: "TimesNewRomanPS-BoldMT",
    },
    {
      source: "tinos",
      weight: 400,
      family: "Times New Roman",
      postScriptName: "TimesNewRomanPSMT",
    },
  ],
  // No style asks for this font, but a browser without any font would show no text at all.
  none: [{ source: "noto-serif", weight: 400, family: "Unasked", postScriptName: "Unasked" }],
} as const satisfies Record<string, readonly SystemFace[]>;

export type System = keyof typeof systems;
export const systemNames = ["android", "apple", "windows", "none"] as const satisfies System[];

/** The system of most visitors. The others are used only in journeys in which text could move. */
export const usualSystem: System = "android";

/** The value of FONTCONFIG_FILE for a browser that shall know only the fonts of one system, and none of the machine's. */
export function systemFacesConfig(system: System): string {
  return resolve("build/system-faces", system, "fonts.conf");
}

/** Writes the fonts, which every journey needs. They are kept from run to run. */
export async function writeSystemFaces(): Promise<void> {
  await Promise.all(systemNames.map((system) => writeSystem(system)));
}

async function writeSystem(system: System): Promise<void> {
  const file = systemFacesConfig(system);
  const folder = resolve(file, "..");
  const config = configOf(folder, systems[system]);
  if ((await readFile(file, "utf8").catch(() => "")) === config) return;
  await mkdir(folder, { recursive: true });
  for (const face of systems[system]) await writeFile(fileOf(folder, face), await trueType(face));
  // Written last and in one step: for a run beside this one this file is the sign that all fonts are there.
  await writeFile(`${file}.${process.pid}`, config);
  await rename(`${file}.${process.pid}`, file);
}

/** Converts a font, because packages contain WOFF2, which fontconfig cannot read. */
async function trueType({ source, weight }: SystemFace): Promise<Buffer> {
  const file = `node_modules/@fontsource/${source}/files/${source}-latin-${weight}-normal.woff2`;
  return subsetFont(await readFile(file), undefined, {
    targetFormat: "truetype",
    keepAllGlyphs: true,
  });
}

function fileOf(folder: string, { postScriptName }: SystemFace): string {
  return join(folder, `${postScriptName}.ttf`);
}

/** A configuration without hinting, as on a phone: hinting would round the width of every letter. */
function configOf(folder: string, faces: readonly SystemFace[]): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${folder}</dir>
<cachedir>${folder}/cache</cachedir>
${faces.map((face) => namesOf(folder, face)).join("\n")}
${genericFamily("sans-serif", faces.at(0))}
${genericFamily("serif", faces.at(-1))}
<match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit></match>
</fontconfig>
`;
}

/** Sets the names by which `local()` and `font-family` find a font: full name, PostScript name and family. */
function namesOf(folder: string, face: SystemFace): string {
  const fullName = face.weight === 700 ? `${face.family} Bold` : face.family;
  return `<match target="scan"><test name="file"><string>${fileOf(folder, face)}</string></test>
${name("family", face.family)}
${name("fullname", fullName)}
${name("postscriptname", face.postScriptName)}
</match>`;
}

function name(property: string, value: string): string {
  return `<edit name="${property}" mode="assign"><string>${value}</string></edit>`;
}

function genericFamily(generic: string, face: SystemFace | undefined): string {
  return `<alias binding="same"><family>${generic}</family><prefer><family>${face?.family}</family></prefer></alias>`;
}
