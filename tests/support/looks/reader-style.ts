import type { Page } from "@playwright/test";

/**
 * Adds a reader's own style that overrides the page's styles, as an extension does. It does not use a style element,
 * because the content security policy of the page forbids that.
 */
export function setReaderStyle(page: Page, css: string): Promise<void> {
  return page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(css)});
    document.adoptedStyleSheets = [sheet];
  }`);
}
