/**
 * An inline script that loads the fonts from the style sheet's data: URIs before the browser reads the body. Without it
 * Chromium (156) loads them only at its first layout, and paints one frame without them.
 */
export const loadInlineFonts = `(${load})(document)`;

/** An inline script for pages without inline fonts. It requests their fonts early and, unlike a preload, does not delay the first paint. */
export const requestFontsEarly =
  'for(const face of document.fonts)if(face.display==="optional")face.load().catch(()=>{})';

function load({ styleSheets: [sheet], fonts }: Document): void {
  for (const rule of sheet?.cssRules ?? []) {
    if (!(rule instanceof CSSFontFaceRule)) continue;
    const read = (descriptor: string) => rule.style.getPropertyValue(descriptor);
    const [, data] = /^url\("data:[^,]+,([^"]+)/.exec(read("src")) ?? [];
    if (data === undefined) continue;
    const bytes = Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
    const family = read("font-family").replaceAll('"', "");
    fonts.add(new FontFace(family, bytes, { weight: read("font-weight") }));
  }
}
