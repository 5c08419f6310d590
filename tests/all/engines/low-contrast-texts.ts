import type { Browser } from "./browsers/browser.ts";
import { inPageScript } from "./in-page-script.ts";

const script = await inPageScript("low-contrast-texts");

/** Texts with too little contrast, by the colours of the styles, because not every engine can give a picture of the page. */
export function lowContrastTexts(page: Browser): Promise<string[]> {
  return page.evaluate(`${script} return lowContrastTexts();`);
}
