import type { Browser } from "./browsers/browser.ts";
import { inPage } from "./in-page.ts";

const script = await inPage("faint-texts");

/** Texts that cannot be told from their ground: by the colours that the styles give, where a picture cannot be had of every engine. */
export function faintTexts(page: Browser): Promise<string[]> {
  return page.evaluate(`${script} return faintTexts();`);
}
