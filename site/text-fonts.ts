/**
 * Selects the blocks below the first screen. The first screen needs no change of fonts here, because its fonts are in
 * the document: see `pages/fonts/`. Of a section only the contents count, not the padding: in many windows only the
 * padding of the second section is in view at first, and then nobody sees its texts change.
 */
const blocks = ".section__inner, .footer__inner, .floating-cta, [data-island='lead-capture'] > *";

/**
 * An observer reports a block only when the block enters or leaves the area that the observer watches. With this margin
 * the area includes everything above the window, so a block is also reported that moves in one step, as by a link to the
 * top, from above the window to below it.
 */
const rootMargin = "9999999px 0px 0px";

/** Fonts that load so early also change a text in view, if its block keeps its height: hardly anybody reads yet. */
const earlyMs = 2_000;

/**
 * Changes texts from fallback fonts to their own fonts when these are loaded. A block changes when it is below the
 * window or hidden; in the first seconds also in view, if nothing moves.
 */
export async function applyTextFonts(page: Document): Promise<void> {
  const fonts = ["1em Besley", "1em Atkinson"].map((font) => page.fonts.load(font));
  const loaded = await Promise.all(fonts).catch(() => []);
  if (loaded.length > 0) changeBlocks([...page.querySelectorAll<HTMLElement>(blocks)]);
}

/** Changes the fonts of one block in each frame: the change of all blocks at once would be one long task. */
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

/**
 * Changes the fonts of a block if nobody sees the change, and returns whether they have changed. In a scrolled page no
 * change is tried in view, because trying would move the page in Firefox.
 */
function change(block: HTMLElement): boolean {
  const { top, height } = block.getBoundingClientRect();
  // The block is below the window, or has no height, like a closed dialog or an empty list of toasts.
  const isOutOfSight = height === 0 || top >= innerHeight;
  if (!isOutOfSight && (scrollY > 0 || performance.now() > earlyMs)) return false;
  block.dataset["ownFont"] = "";
  if (isOutOfSight || block.getBoundingClientRect().height === height) return true;
  delete block.dataset["ownFont"];
  return false;
}
