// This file runs in the page and returns the targets that `touch-targets.ts` describes.
targets();

function targets() {
  const places = "a[href], button, input:not([type='hidden']), select, summary, textarea";
  return [...document.querySelectorAll(places)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest("[aria-hidden='true']"))
    .map((element) => target(element, boxOf(element)));
}

function target(element, { left, top, right, bottom }) {
  return {
    name: element.ariaLabel || element.textContent || element.name || element.id,
    left: left + scrollX,
    top: top + scrollY,
    right: right + scrollX,
    bottom: bottom + scrollY,
    inText: getComputedStyle(element).display === "inline",
  };
}

/** The box around the element and its labels, because a press on a label presses the element. */
function boxOf(element) {
  const boxes = [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect());
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}
