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

/**
 * Changes texts from fallback fonts to their own fonts when the own fonts are loaded. A block changes only while it is
 * below the window or hidden, so that no text in view moves.
 */
export async function applyTextFonts(page: Document): Promise<void> {
  const fonts = ["1em Besley", "1em Atkinson"].map((font) => page.fonts.load(font));
  const loaded = await Promise.all(fonts).catch(() => []);
  if (loaded.length > 0) changeOutOfSight([...page.querySelectorAll<HTMLElement>(blocks)]);
}

/** Changes the fonts of one block in each frame: all blocks at once would be one long task. */
function changeOutOfSight(waiting: HTMLElement[]): void {
  let frame = 0;
  const observer = new IntersectionObserver(scheduleChange, { rootMargin });
  for (const block of waiting) observer.observe(block);

  function scheduleChange() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(changeOne);
  }

  function changeOne() {
    const next = waiting.findIndex(isOutOfSight);
    const [block] = next < 0 ? [] : waiting.splice(next, 1);
    if (!block) return;
    block.dataset["ownFont"] = "";
    observer.unobserve(block);
    scheduleChange();
  }
}

/**
 * Whether the visitor cannot see the block: it is below the window or has no height, like a closed dialog or an empty
 * list of toasts.
 */
function isOutOfSight(block: HTMLElement): boolean {
  const { top, height } = block.getBoundingClientRect();
  return height === 0 || top >= innerHeight;
}
