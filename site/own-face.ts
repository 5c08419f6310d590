/** All below the first screen, whose faces stand within the document: see `pages/landing-faces.css`. */
const blocks = ".scene, footer, [data-island='lead-capture'] > *";

/** Every way below the window crosses its lower edge, also a jump from far above it. */
const fromFarAbove = "9999999px 0px 0px";

/**
 * Texts are read in a fallback of about the same measure until their own faces are here. Then each block
 * changes to them out of sight, and below the window: what is in view does not move.
 */
export async function wearOwnFaces(page: Document): Promise<void> {
  const faces = ["1em Besley", "1em Atkinson"].map((face) => page.fonts.load(face));
  const loaded = await Promise.all(faces).catch(() => []);
  if (loaded.length > 0) changeOutOfSight([...page.querySelectorAll<HTMLElement>(blocks)]);
}

/** One block a frame: twelve screens at once would be one long task. */
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

/** Below the window, or nowhere: a closed dialog, a toast's empty place. */
function isOutOfSight(block: HTMLElement): boolean {
  const { top, height } = block.getBoundingClientRect();
  return height === 0 || top >= innerHeight;
}
