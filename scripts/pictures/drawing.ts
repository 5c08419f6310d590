import sharp from "sharp";
import { type Light, lightLayer, type Point, type Size } from "./light.ts";
import { colour } from "./palette.ts";

export type Tone = "light" | "light-strong" | "text" | "text-quiet" | "faint";
type Words = {
  x: number;
  y: number;
  size: number;
  tone?: Tone;
  face?: "heading" | "text";
  anchor?: "end";
};
type Layers = { under?: string[]; light: Light; over: string[] };

const families = { heading: "Besley", text: "Atkinson Hyperlegible Next" };

/** A drawn picture: the dark stage, what the light falls on, the light, and the lines over it. */
export async function drawnOnStage(
  size: Size,
  { under = [], light, over }: Layers,
): Promise<Buffer> {
  const stage = `<rect width="100%" height="100%" fill="${colour("stage")}"/>`;
  return sharp(svg(size, [stage, ...under]))
    .composite([{ input: await lightLayer(size, light) }, { input: svg(size, over) }])
    .png()
    .toBuffer();
}

function svg({ width, height }: Size, parts: string[]): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      ${blur("glow", 7)}
      ${blur("haze", 30)}
      <radialGradient id="pool">${stop(0, 0.34)}${stop(0.45, 0.12)}${stop(1, 0)}</radialGradient>
    </defs>
    ${parts.join("\n")}
  </svg>`);
}

function pool([x, y]: Point, rx: number, ry: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#pool)"/>`;
}

export function line(path: string, tone: Tone = "text-quiet", width = 2.5): string {
  return `<path d="${path}" fill="none" ${ink("stroke", tone)} stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** A line of light: amber, with the air around it lit. */
export function litLine(path: string, width = 3): string {
  const halo = `<path d="${path}" fill="none" stroke="${colour("light")}" stroke-opacity="0.5" stroke-width="${width * 3}" filter="url(#glow)"/>`;
  return halo + line(path, "light", width);
}

export function dot([x, y]: Point, radius: number, tone: Tone = "text-quiet"): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" ${ink("fill", tone)}/>`;
}

export function litDot(at: Point, radius: number): string {
  return pool(at, radius * 7, radius * 7) + dot(at, radius, "light-strong");
}

export function words(
  text: string,
  { x, y, size, tone = "text-quiet", face = "text", anchor }: Words,
): string {
  return `<text x="${x}" y="${y}" font-family="${families[face]}" font-size="${size}" ${ink("fill", tone)} text-anchor="${anchor ?? "start"}">${escaped(text)}</text>`;
}

/** What the light hardly reaches is let shine through, so that it holds on stage and on paper. */
function ink(property: "fill" | "stroke", tone: Tone): string {
  if (tone !== "faint") return `${property}="${colour(tone)}"`;
  return `${property}="${colour("text-quiet")}" ${property}-opacity="0.3"`;
}

function blur(id: string, deviation: number): string {
  const area = 'filterUnits="userSpaceOnUse" x="0" y="0" width="100%" height="100%"';
  return `<filter id="${id}" ${area}><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
}

function stop(offset: number, opacity: number): string {
  return `<stop offset="${offset}" stop-color="${colour("light")}" stop-opacity="${opacity}"/>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
