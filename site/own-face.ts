/** Everything below the first screen. The first screen's fonts are in the document: see `pages/landing-faces.css`. */
const blocks = ".scene, footer, [data-island='lead-capture'] > *";

/** Counts everything above the window as in view, so that the observer also notices a jump from there to below. */
const fromFarAbove = "9999999px 0px 0px";

/**
 * Changes texts to their own fonts when these are loaded; until then they have fallback fonts. A block changes only while
 * it is below the window or hidden, so that nothing in view moves.
 */
export async function wearOwnFaces(page: Document): Promise<void> {
  const faces = ["1em Besley", "1em Atkinson"].map((face) => page.fonts.load(face));
  const loaded = await Promise.all(faces).catch(() => []);
  if (loaded.length > 0) changeOutOfSight([...page.querySelectorAll<HTMLElement>(blocks)]);
}

/** Changes one block in each frame: all twelve screens at once would be one long task. */
function changeOutOfSight(waiting: HTMLElement[]): void {
  let frame = 0;
  const edge = new IntersectionObserver(look, { rootMargin: fromFarAbove });
  for (const block of waiting) edge.observe(block);

  function look() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(changeOne);
  }

  function changeOne() {
    const next = waiting.findIndex(isOutOfSight);
    const [block] = next < 0 ? [] : waiting.splice(next, 1);
    if (!block) return;
    block.dataset["ownFace"] = "";
    edge.unobserve(block);
    look();
  }
}

/** Whether a block is below the window or has no height, like a closed dialog or an empty place for toasts. */
function isOutOfSight(block: HTMLElement): boolean {
  const { top, height } = block.getBoundingClientRect();
  return height === 0 || top >= innerHeight;
}
