import type { Page } from "@playwright/test";

/** Makes the browser refuse storage, like one whose settings forbid it. */
export function forbidStorage(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      for (const storage of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, storage, {
          get() { throw new DOMException("Access is denied", "SecurityError"); },
        });`,
  });
}

/** Makes the storage of an open page full: it keeps its values, and takes no more. */
export function fillStorage(page: Page): Promise<unknown> {
  return page.evaluate(`
    Storage.prototype.setItem = () => { throw new DOMException("Full", "QuotaExceededError"); };`);
}

/** Makes the browser ignore a dialog's `closedby`, like Safari before 27.3, also where a script sets it. */
export function ignoreClosedBy(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy");
      HTMLDialogElement.prototype.setAttribute = function (name, value) {
        if (name !== "closedby") Element.prototype.setAttribute.call(this, name, value);
      };
      addEventListener("DOMContentLoaded", () => {
        for (const dialog of document.querySelectorAll("dialog")) dialog.removeAttribute("closedby");
      });`,
  });
}

/** Makes the browser ignore a button's `command`, like an older Safari. */
export function ignoreCommands(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
      addEventListener("click", (event) => {
        if (event.target.closest("button[commandfor]")) event.preventDefault();
      }, { capture: true });`,
  });
}

/** Makes the browser not focus a button when it is pressed, like Safari. */
export function focusNoPressedButton(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      addEventListener("mousedown", (event) => {
        if (event.target.closest("button")) event.preventDefault();
      }, { capture: true });`,
  });
}

/** Makes a tap on a backdrop send no click to the document, like iOS. */
export function keepTapsFromDocument(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `
      addEventListener("DOMContentLoaded", () => {
        document.body.addEventListener("click", (event) => {
          if (event.target instanceof HTMLDialogElement) event.stopPropagation();
        });
      });`,
  });
}

/** Turns scroll anchoring off: then a late layout above the window moves the text in view. */
export function disableScrollAnchoring(page: Page): Promise<unknown> {
  return page.addInitScript({
    content: `{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { overflow-anchor: none }");
      document.adoptedStyleSheets = [sheet];
    }`,
  });
}
