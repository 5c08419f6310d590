/**
 * Replaces the poster of a video by its player when the visitor presses the poster. Only one video plays at a time:
 * when another video starts, the poster of the earlier video is shown again.
 */
export function playVideos(page: Document): void {
  let showPosterAgain = () => {};
  page.addEventListener("click", (event) => {
    const { target, metaKey, ctrlKey, shiftKey } = event;
    const poster = target instanceof Element && target.closest<HTMLElement>("[data-player]");
    if (!poster || metaKey || ctrlKey || shiftKey) return;
    event.preventDefault();
    showPosterAgain();
    const player = page.createElement("div");
    player.className = "video";
    const frame = frameOf(poster);
    player.append(frame, poster.lastElementChild?.cloneNode(true) ?? "");
    poster.replaceWith(player);
    frame.focus();
    player.scrollIntoView({ block: "nearest" });
    showPosterAgain = () => player.replaceWith(poster);
  });
}

function frameOf({ ownerDocument, dataset, lastElementChild: title }: HTMLElement): HTMLElement {
  const frame = ownerDocument.createElement("iframe");
  frame.className = "video__poster";
  frame.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
  frame.title = title?.textContent ?? "";
  frame.src = dataset["player"] ?? "";
  frame.addEventListener("load", () => renewFocus(frame));
  return frame;
}

/**
 * Focuses the player again after it has loaded: in Chromium the keyboard does not reach a frame that was focused before
 * it loaded. If the visitor has moved the focus meanwhile, the focus stays where it is.
 */
function renewFocus(frame: HTMLElement): void {
  if (document.activeElement !== frame) return;
  frame.blur();
  frame.focus();
}
