// This file runs in the page before each script of a journey. `find` returns an element by its role and name.
const selectors = {
  button: "button",
  checkbox: "input[type=checkbox]",
  dialog: "dialog[open]",
  field: "input:not([type=checkbox])",
  link: "a[href]",
  region: "section",
};

export function find({ role, name, within }) {
  const place = within ? find(within) : document;
  const all = place ? [...place.querySelectorAll(selectors[role])] : [];
  return all.find((element) => isShown(element) && nameOf(element) === name);
}

function nameOf(element) {
  const label = document.getElementById(element.getAttribute("aria-labelledby"));
  const own = element.getAttribute("aria-label") || element.getAttribute("title");
  return (own || shownText(label || element.labels?.[0] || element)).trim();
}

/** The shown text of an element, without the texts of other phases of the event, which the page contains but hides. */
function shownText(element) {
  if (element.children.length === 0) return element.textContent;
  const parts = [...element.childNodes].filter(
    (node) => !(node instanceof Element) || isShown(node),
  );
  return parts.map((node) => (node instanceof Element ? shownText(node) : node.nodeValue)).join("");
}

function isShown(element) {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
}
