import type { Page } from "@playwright/test";

/** A reader's own styles over those of the page, as an extension sets them: the page's policy allows no style element. */
export function setOwnStyle(page: Page, css: string): Promise<void> {
  return page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(css)});
    document.adoptedStyleSheets = [sheet];
  }`);
}
