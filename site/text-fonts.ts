/**
 * Selects the blocks below the first screen. The first screen needs no change of fonts, because its fonts are in the
 * document: see `pages/fonts/`. A section's block is its contents without its padding: in many windows only the empty
 * padding of the second section is in view, and nothing in it can move.
 */
const blocks = ".section__inner, .footer__inner, .floating-cta, [data-island='lead-capture'] > *";

/** Fonts that come so early also change a text in view, if its block keeps its height: the visitor has hardly begun to read. */
const earlyMs = 2_000;

/**
 * Changes texts from fallback fonts to their own fonts when the own fonts are loaded. A block changes when it is below the
 * window or hidden, or when its change moves nothing.
 */
export async function applyTextFonts(page: Document): Promise<void> {
  const fonts = ["1em Besley", "1em Atkinson"].map((font) => page.fonts.load(font));
  const loaded = await Promise.all(fonts).catch(() => []);
  if (loaded.length > 0) changeBlocks([...page.querySelectorAll<HTMLElement>(blocks)]);
}

/** Changes the fonts of one block in each frame: all blocks at once would be one long task. */
function changeBlocks(waiting: HTMLElement[]): void {
  let frame = 0;
  const observer = new IntersectionObserver(scheduleChange);
  for (const block of waiting) observer.observe(block);

  function scheduleChange() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(changeOne);
  }

  function changeOne() {
    const next = waiting.findIndex(change);
    const [block] = next < 0 ? [] : waiting.splice(next, 1);
    if (!block) return;
    observer.unobserve(block);
    scheduleChange();
  }
}

/** Whether the block has changed its fonts now. Scroll anchoring is no help above the window: Firefox soon gives it up. */
function change(block: HTMLElement): boolean {
  const { top, bottom, height } = block.getBoundingClientRect();
  // Below the window, or without a height, like a closed dialog or an empty list of toasts.
  const isFree = height === 0 || top >= innerHeight;
  const isInView = !isFree && bottom > 0;
  if (isInView && performance.now() > earlyMs) return false;
  block.dataset["ownFont"] = "";
  if (isFree || block.getBoundingClientRect().height === height) return true;
  delete block.dataset["ownFont"];
  return false;
}
