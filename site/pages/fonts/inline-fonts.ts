/** The style of a font in a page, for a visit without script. The font is a `data:` URL. */
export function inlineFace(family: string, url: string): string {
  return `@font-face{font-family:"${family}";src:url(${url});font-weight:400 700}`;
}

/**
 * Inline scripts: one comes right after each element with an `inlineFace` and loads this font. Without them Chromium
 * (156) loads the fonts only at its first layout, and paints one frame without them.
 */
export const loadInlineFont = {
  first: `const loadFont=${load};loadFont(document)`,
  next: "loadFont(document)",
};

function load({ currentScript, fonts }: Document): void {
  const styles = currentScript?.previousElementSibling?.textContent ?? "";
  const [, family = "", data = ""] = /family:"(.+?)".+?base64,(.+?)\)/.exec(styles) ?? [];
  // The older way takes a phone ten milliseconds more.
  const bytes =
    Uint8Array.fromBase64?.(data) ?? Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  fonts.add(new FontFace(family, bytes, { weight: "400 700" }));
}
