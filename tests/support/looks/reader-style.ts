import type { Page } from "@playwright/test";

/**
 * Sets a reader's own style over those of the page, as an extension does. It is no style element, because the page's
 * content security policy forbids one.
 */
export function setReaderStyle(page: Page, css: string): Promise<void> {
  return page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(css)});
    document.adoptedStyleSheets = [sheet];
  }`);
}
