// This file runs in the page and returns the text lines that `page-texts.ts` describes.
const topDialog = [...document.querySelectorAll("dialog:modal")].at(-1);
const floating = [...document.body.querySelectorAll("*")].filter((one) =>
  ["fixed", "sticky"].includes(getComputedStyle(one).position),
);
/** Stores each element's style and position, and each colour in numbers: asking the browser again is slow. */
const seenElements = new Map();
const colours = new Map();
const pixel = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const coverBoxes = floating.map((one) => [one, one.getBoundingClientRect()]);
linesOfText();

function linesOfText() {
  const walker = document.createTreeWalker(topDialog ?? document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  while (walker.nextNode())
    if (isVisible(walker.currentNode)) lines.push(...linesOf(walker.currentNode));
  return lines;
}

function isVisible({ data, parentElement }) {
  if (data.trim() === "" || !parentElement.checkVisibility({ visibilityProperty: true }))
    return false;
  return chain(parentElement).every(({ clipPath }) => clipPath === "none");
}

function linesOf(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()]
    .filter(({ width, height }) => width > 1 && height > 1)
    .map((box) => line(node, box));
}

function line({ data, parentElement }, box) {
  const [{ color, fontSize, fontWeight }] = chain(parentElement);
  const px = Number.parseFloat(fontSize);
  return {
    text: data.trim(),
    left: box.left + scrollX,
    top: box.top + scrollY,
    right: box.right + scrollX,
    bottom: box.bottom + scrollY,
    color: inRgb(color),
    large: px >= 24 || (px >= 18.66 && Number(fontWeight) >= 700),
    clipped: isClipped(parentElement, box),
    seen: isSeen(parentElement, box),
  };
}

/** False if a floating element covers the box, or if the box is in the part of a list that is scrolled out of view. */
function isSeen(element, box) {
  const covers = coverBoxes.filter(([one]) => !one.contains(element) && !one.contains(topDialog));
  if (covers.some(([, cover]) => overlap(cover, box))) return false;
  return chain(element).every(({ overflowX, overflowY, left, top, right, bottom }) => {
    const scrolledX = isScrolled(overflowX) && (box.left < left - 1 || box.right > right + 1);
    const scrolledY = isScrolled(overflowY) && (box.top < top - 1 || box.bottom > bottom + 1);
    return !(scrolledX || scrolledY);
  });
}

function isScrolled(overflow) {
  return overflow === "auto" || overflow === "scroll";
}

function overlap(one, other) {
  return (
    Math.min(one.right, other.right) > Math.max(one.left, other.left) &&
    Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top)
  );
}

/**
 * True if an ancestor, or a side of the window, hides a part of the box. An ancestor does not count if an element
 * between this ancestor and the box can scroll.
 */
function isClipped(element, box) {
  const x = { low: box.left, high: box.right, overflow: "overflowX", from: "left", to: "right" };
  const y = { low: box.top, high: box.bottom, overflow: "overflowY", from: "top", to: "bottom" };
  return (
    isClippedAlong(element, x, innerWidth) || isClippedAlong(element, y, Number.POSITIVE_INFINITY)
  );
}

function isClippedAlong(element, { low, high, overflow, from, to }, windowEnd) {
  for (const edges of chain(element)) {
    const value = edges[overflow];
    if (isScrolled(value)) return false;
    if (value !== "visible" && (low < edges[from] - 1 || high > edges[to] + 1)) return true;
  }
  return high > windowEnd + 1 || (windowEnd === innerWidth && low < -1);
}

/**
 * The styles and positions of the element and its ancestors. `body` and `html` are left out, because they are the
 * window.
 */
function chain(element) {
  if (element === document.body) return [];
  const known = seenElements.get(element);
  if (known) return known;
  const { color, fontSize, fontWeight, clipPath, overflowX, overflowY } = getComputedStyle(element);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const style = { color, fontSize, fontWeight, clipPath, overflowX, overflowY };
  const found = [{ ...style, left, top, right, bottom }, ...chain(element.parentElement)];
  seenElements.set(element, found);
  return found;
}

function inRgb(color) {
  const known = colours.get(color);
  if (known) return known;
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
  const rgb = [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3);
  colours.set(color, rgb);
  return rgb;
}
