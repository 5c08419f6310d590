// Loads the font of the style element right before this script. Without it Chromium (156) loads the fonts only at its
// first layout, and paints one frame without them.

const styles = document.currentScript?.previousElementSibling?.textContent ?? "";
const [, family = "", data = ""] = /family:"(.+?)".+?base64,(.+?)\)/.exec(styles) ?? [];
// The older way takes a phone ten milliseconds more.
const bytes =
  Uint8Array.fromBase64?.(data) ?? Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
document.fonts.add(new FontFace(family, bytes, { weight: "400 700" }));
