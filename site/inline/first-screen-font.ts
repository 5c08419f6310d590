import { loadInlineFont } from "#site/ui/inline-font.ts";

// The texts of the first screen, which may have been painted in a fallback font already.
const texts = ".page-header :is(a, label), .hero :is(p, .button, .hidden-price__label)";

void loadInlineFont(document.querySelector("svg > style"))
  .load()
  .then(() => document.querySelectorAll<HTMLElement>(texts).forEach(changeFont));

/** Browsers count no movement of less than three pixels, and nobody sees one. */
const stillPx = 2.9;

/** Wider letters would be seen. A system whose own font is this different has none of the fonts that ours is scaled to. */
const maxSpacingPx = 0.5;

/** How much wider or narrower the letters may stand, in pixels, beside what makes the text as long as before. */
const tries = [0, -0.05, 0.05, -0.1, 0.1, -0.2, 0.2];

/**
 * Changes a text in view from its fallback font to its own, if every part of it stays where it is. The space between the
 * letters makes up for the other width, so that each line ends with the same word.
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

/** The width of all lines together, and where the text ends below and each part of it begins. */
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
