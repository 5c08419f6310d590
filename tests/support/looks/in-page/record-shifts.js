// This file runs before the page's own scripts, and records every layout shift: see `layout-shifts.ts`.
globalThis.layoutShifts = [];

/**
 * Layout shifts with a smaller score are ignored: so small a shift moves one letter at the edge of the window, and its
 * score rounds to 0.
 */
const minShift = 0.0001;

new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    if (value >= minShift)
      layoutShifts.push(`${value.toFixed(4)} by ${sources.map(describe).join(" and ")}`);
}).observe({ type: "layout-shift", buffered: true });

function describe({ node, previousRect: from, currentRect: to }) {
  const words = node?.textContent?.trim().slice(0, 30);
  return `"${words}" from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
}
