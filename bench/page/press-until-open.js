// Runs before the page's own scripts. Presses the first call to action after every frame, as soon as it exists, until
// the popup is open. See `visit.ts`.
globalThis.popupOpenMs = null;
globalThis.paintMs = () =>
  performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
afterFrame();

function afterFrame() {
  requestAnimationFrame(() => setTimeout(press));
}

function press() {
  document.querySelector("[data-cta='hero']")?.click();
  // Looks for the popup again one task later, because a popup that a script renders does not exist right after the
  // press.
  if (!recordOpening()) setTimeout(() => recordOpening() || afterFrame());
}

function recordOpening() {
  if (isOpen()) globalThis.popupOpenMs = performance.now();
  return isOpen();
}

function isOpen() {
  return document.querySelector("dialog[open], [role='dialog']:not(dialog)") !== null;
}
