import type { Page } from "@playwright/test";

/** Sets a reader's own style over those of the page, like an extension: the page's policy forbids a style element. */
export function setReaderStyle(page: Page, css: string): Promise<void> {
  return page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(css)});
    document.adoptedStyleSheets = [sheet];
  }`);
}
