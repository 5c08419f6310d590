/**
 * The text of an inline script that makes faces of the data in the style sheet before the body is read.
 * Chromium (156) would begin with that data at its first layout, and paint a frame without the faces.
 */
export const facesAtOnce = `(${useData})(document)`;

/** For a page without such data: its faces are asked for before its body is read, and hold up no paint as a preload does. */
export const facesInTime =
  'for(const face of document.fonts)if(face.display==="optional")face.load().catch(()=>{})';

function useData({ styleSheets: [sheet], fonts }: Document): void {
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
