export type Point = readonly [x: number, y: number];

/**
 * The sign of neurodiversity as an SVG path, `width` wide around its middle; `site/ui/infinity-line.tsx` draws the same.
 */
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

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
