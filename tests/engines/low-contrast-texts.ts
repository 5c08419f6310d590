import type { Browser } from "./browsers/browser.ts";
import { inPage } from "./in-page.ts";

const script = await inPage("low-contrast-texts");

/** Texts with too little contrast, by the colours of the styles, because not every engine can give a picture of the page. */
export function lowContrastTexts(page: Browser): Promise<string[]> {
  return page.evaluate(`${script} return lowContrastTexts();`);
}
