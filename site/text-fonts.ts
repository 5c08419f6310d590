/**
 * Selects the blocks below the first screen. The first screen needs no change of fonts, because its fonts are in the
 * document: see `pages/fonts/`. A section's block is its contents without its padding: in many windows only the empty
 * padding of the second section is in view, and nothing in it can move.
 */
const blocks = ".section__inner, .footer__inner, .floating-cta, [data-island='lead-capture'] > *";

/**
 * The margin makes the observer count everything above the window as in view. So the observer also reports a block that
 * a jump moves from above the window to below it.
 */
const rootMargin = "9999999px 0px 0px";

/** Fonts that come so early also change a text in view, if its block keeps its height: the visitor has hardly begun to read. */
const earlyMs = 2_000;

/**
 * Changes texts from fallback fonts to their own fonts when the own fonts are loaded. A block changes when it is below the
 * window or hidden, or early when that moves nothing.
 */
export async function applyTextFonts(page: Document): Promise<void> {
  const fonts = ["1em Besley", "1em Atkinson"].map((font) => page.fonts.load(font));
  const loaded = await Promise.all(fonts).catch(() => []);
  if (loaded.length > 0) changeBlocks([...page.querySelectorAll<HTMLElement>(blocks)]);
}

/** Changes the fonts of one block in each frame: all blocks at once would be one long task. */
function changeBlocks(waiting: HTMLElement[]): void {
  let frame = 0;
  const observer = new IntersectionObserver(scheduleChange, { rootMargin });
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

/** Whether the block has changed its fonts now. To try a change in a page that is scrolled would move it in Firefox. */
function change(block: HTMLElement): boolean {
  const { top, height } = block.getBoundingClientRect();
  // Below the window, or without a height, like a closed dialog or an empty list of toasts.
  const isOutOfSight = height === 0 || top >= innerHeight;
  if (!isOutOfSight && (scrollY > 0 || performance.now() > earlyMs)) return false;
  block.dataset["ownFont"] = "";
  if (isOutOfSight || block.getBoundingClientRect().height === height) return true;
  delete block.dataset["ownFont"];
  return false;
}
