import type { Page } from "@playwright/test";

/** Makes the browser refuse storage, as some settings of a browser do. */
export function forbidStorage(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      for (const storage of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, storage, {
          get() { throw new DOMException("Access is denied", "SecurityError"); },
        });`,
  });
}

/** Makes the browser ignore the attribute `command` of a button, as an older Safari does. */
export function ignoreCommands(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
      addEventListener("click", (event) => {
        if (event.target.closest("button[commandfor]")) event.preventDefault();
      }, { capture: true });`,
  });
}

/** Makes an open page not focus a pressed button, as in Safari. */
export function focusNoPressedButton(page: Page): Promise<unknown> {
  return page.evaluate(`
    addEventListener("mousedown", (event) => {
      if (event.target.closest("button")) event.preventDefault();
    }, { capture: true });`);
}

/** Turns scroll anchoring off, so that a late layout above the window moves the text in view. */
export function disableScrollAnchoring(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { overflow-anchor: none }");
      document.adoptedStyleSheets = [sheet];
    }`,
  });
}
