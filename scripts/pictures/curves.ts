import type { Point } from "./light.ts";

/** `"10,20 30,40"`, as SVG writes points. */
export function points(text: string): Point[] {
  return text.split(" ").map((pair) => {
    const [x, y] = pair.split(",").map(Number);
    return [x ?? 0, y ?? 0];
  });
}

/** One soft line through all the points (Catmull-Rom, written as Bézier curves). */
export function through(stops: readonly Point[]): string {
  const at = (index: number): Point =>
    stops[Math.min(stops.length - 1, Math.max(0, index))] ?? [0, 0];
  const curves = stops
    .slice(1)
    .map((_, index) => curve(at(index - 1), at(index), at(index + 1), at(index + 2)));
  return `M${at(0).join(" ")}${curves.join("")}`;
}

/** Straight from point to point. */
export function straight(stops: readonly Point[]): string {
  return `M${stops.map((point) => point.join(" ")).join("L")}`;
}

/** The sign of neurodiversity, as `site/ui/infinity-line.tsx` draws it, `width` wide around a point. */
export function infinity([x, y]: Point, width: number, flatness = 1): string {
  const unit = width / 120;
  const to = (px: number, py: number) =>
    `${round(x + px * unit)} ${round(y + py * unit * flatness)}`;
  return [
    `M${to(0, 0)}C${to(-12, -18)} ${to(-22, -24)} ${to(-33, -24)}`,
    `C${to(-46.3, -24)} ${to(-57, -13.3)} ${to(-57, 0)}`,
    `C${to(-57, 13.3)} ${to(-46.3, 24)} ${to(-33, 24)}`,
    `C${to(-22, 24)} ${to(-12, 18)} ${to(0, 0)}`,
    `C${to(12, -18)} ${to(22, -24)} ${to(33, -24)}`,
    `C${to(46.3, -24)} ${to(57, -13.3)} ${to(57, 0)}`,
    `C${to(57, 13.3)} ${to(46.3, 24)} ${to(33, 24)}`,
    `C${to(22, 24)} ${to(12, 18)} ${to(0, 0)}Z`,
  ].join("");
}

function curve(before: Point, from: Point, to: Point, after: Point): string {
  const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
  const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
  return `C${[...first, ...second, ...to].map(round).join(" ")}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
