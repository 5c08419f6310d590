import { loadInlineFont } from "#site/ui/inline-font.ts";

// A selector for the texts of the first screen, which may already be painted in a fallback font.
const texts = ".page-header :is(a, label), .hero :is(p, .button, .hidden-price__label)";

void loadInlineFont(document.querySelector("svg > style"))
  .load()
  .then(() => document.querySelectorAll<HTMLElement>(texts).forEach(changeFont));

/** Browsers do not count a movement of less than three pixels as a layout shift, and nobody sees such a movement. */
const stillPx = 2.9;

/**
 * The most space that may be added between two letters: more would be seen. A fallback font that needs more is unknown
 * to our font faces: the system has none of the fonts that they scale.
 */
const maxSpacingPx = 0.5;

/** Additions, in pixels, to the letter spacing that keeps a text as long as before: `changeFont` tries each. */
const tries = [0, -0.05, 0.05, -0.1, 0.1, -0.2, 0.2];

/**
 * Changes a text in view from its fallback font to its own font, if all its parts stay where they are. The space
 * between the letters corrects the other width of the font, so that each line ends with the same word.
 */
function changeFont(text: HTMLElement): void {
  const { width, places } = measure(text);
  text.dataset["ownFont"] = "";
  const letters = text.textContent.length;
  const spacing = (width - measure(text).width) / letters;
  const wide = Math.abs(spacing) > maxSpacingPx;
  for (const wanted of wide ? [0] : [0, ...tries.map((more) => spacing + more)]) {
    text.style.letterSpacing = wanted ? `${wanted}px` : "";
    const now = measure(text).places;
    if (now.every((place, index) => Math.abs(place - (places[index] ?? 0)) < stillPx)) return;
  }
  text.style.letterSpacing = "";
  delete text.dataset["ownFont"];
}

/** The width of all lines of a text together, and its positions: the bottom, and the beginning of each part. */
function measure(text: HTMLElement): { width: number; places: number[] } {
  const range = text.ownerDocument.createRange();
  const places = [text.offsetHeight];
  let width = 0;
  const parts = text.ownerDocument.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (parts.nextNode()) {
    range.selectNode(parts.currentNode);
    const [first, ...others] = range.getClientRects();
    if (!first) continue;
    places.push(first.left, first.top);
    width += [first, ...others].reduce((sum, line) => sum + line.width, 0);
  }
  return { width, places };
}
