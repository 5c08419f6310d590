/** A font in the styles of a page, for a visit without script. The font is a `data:` URL. */
export function inlineFace(family: string, url: string): string {
  return `@media (scripting:none){@font-face{font-family:"${family}";src:url(${url});font-weight:400 700}}`;
}
