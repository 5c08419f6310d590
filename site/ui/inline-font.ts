/**
 * Loads the font that is inside a style element. Without this script Chromium (156) loads the font only at its first
 * layout, and paints one frame in the fallback font.
 */
export function loadInlineFont(styles: Element | null | undefined): FontFace {
  const inside = /family:"([^"]+ first)";src:url\(data:[^,]+,([^)]+)/.exec(
    styles?.textContent ?? "",
  );
  const [, family = "", data = ""] = inside ?? [];
  // `atob` takes a phone ten milliseconds more than `fromBase64`, which older browsers lack.
  const bytes =
    Uint8Array.fromBase64?.(data) ?? Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const font = new FontFace(family, bytes, { weight: "400 700" });
  document.fonts.add(font);
  return font;
}
