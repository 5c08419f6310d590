// Runs in the page. `lowContrastTexts` returns the texts whose contrast with their background is below WCAG AA.
const minContrast = 4.5;
const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

export function lowContrastTexts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (data.trim() === "" || parentElement.getClientRects().length === 0) continue;
    const contrast = contrastOf(parentElement);
    if (contrast < minContrast) found.push(`${contrast.toFixed(1)} at "${data.trim()}"`);
  }
  return found;
}

function contrastOf(element) {
  const [light, dark] = [luminanceOf(getComputedStyle(element).color), backgroundOf(element)].sort(
    (a, b) => b - a,
  );
  return (light + 0.05) / (dark + 0.05);
}

/** The background behind an element. A page without its own colour has the background of the colour scheme. */
function backgroundOf(element) {
  for (let one = element; one; one = one.parentElement) {
    const { backgroundColor } = getComputedStyle(one);
    if (rgbaOf(backgroundColor)[3] === 255) return luminanceOf(backgroundColor);
  }
  return luminanceOf(
    getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "#121212" : "#fff",
  );
}

function luminanceOf(color) {
  const [red, green, blue] = rgbaOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgbaOf(color) {
  paint.clearRect(0, 0, 1, 1);
  paint.fillStyle = color;
  paint.fillRect(0, 0, 1, 1);
  return [...paint.getImageData(0, 0, 1, 1).data];
}
