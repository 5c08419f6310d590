import { readFile } from "node:fs/promises";
import type { Browser, Point } from "./browsers/browser.ts";
import { until } from "./browsers/until.ts";

/** Describes an element of the page by its role and name. */
export type Named = {
  role: "button" | "checkbox" | "dialog" | "field" | "link" | "region";
  name: string;
  within?: Named;
};

const findScript = await inPageScript("find");
const contrastScript = await inPageScript("low-contrast-texts");

/** Runs a script in the page; the script can call the function `find`. */
export function runInPage<Result>(page: Browser, body: string, ...args: readonly unknown[]) {
  return page.evaluate<Result>(findScript + body, ...args);
}

/**
 * Presses the middle of the element when nothing covers it and it no longer moves. If a link has two lines, its longer
 * part is pressed: the middle of both parts together may be beside the link.
 */
export async function press(page: Browser, target: Named): Promise<void> {
  let before: Point | undefined;
  const point = await until(`${target.role} "${target.name}" to be in reach`, async () => {
    const [place, hindrance] = await runInPage<[Point | null, string]>(page, pointOf, target);
    if (!place) throw new Error(hindrance);
    const isStill = place.x === before?.x && place.y === before.y;
    before = place;
    return isStill ? place : undefined;
  });
  await page.press(point);
}

const pointOf = `
  const element = find(arguments[0]);
  if (!element) return [null, "it is not there"];
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const [{ x, y, width, height }] = [...element.getClientRects()].sort((a, b) => b.width - a.width);
  const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const top = document.elementFromPoint(point.x, point.y);
  return element.contains(top) ? [point, ""] : [null, "in its place is " + top?.outerHTML.slice(0, 80)];`;

export async function fill(page: Browser, field: Named, text: string): Promise<void> {
  await press(page, field);
  await until(`"${field.name}" to have the focus`, () => isFocused(page, field));
  await page.type(text);
  await until(`"${field.name}" to be "${text}"`, async () => {
    const typed = await typedIn(page, field);
    if (typed !== text) throw new Error(`it is "${typed}"`);
    return true;
  });
}

export function typedIn(page: Browser, field: Named): Promise<string> {
  return runInPage<string>(page, "return find(arguments[0])?.value", field);
}

/** True if the element has the focus, otherwise undefined, so that `until` can wait for the focus. */
export async function isFocused(page: Browser, target: Named): Promise<true | undefined> {
  const body = "return document.activeElement === find(arguments[0])";
  return (await runInPage<boolean>(page, body, target)) || undefined;
}

export function isThere(page: Browser, target: Named): Promise<boolean> {
  return runInPage<boolean>(page, "return find(arguments[0]) !== undefined", target);
}

/** The visible text of the page or of an element. */
export function textOf(page: Browser, place?: Named): Promise<string> {
  const body =
    "return (arguments[0] ? find(arguments[0])?.innerText : document.body.innerText) ?? ''";
  return runInPage<string>(page, body, place ?? null);
}

/** Texts with too little contrast, computed from the colours of the styles, because not every engine can make a screenshot. */
export function lowContrastTexts(page: Browser): Promise<string[]> {
  return page.evaluate(`${contrastScript} return lowContrastTexts();`);
}

/** The text of a function in `in-page/`, to be put before a script that calls the function. */
async function inPageScript(name: string): Promise<string> {
  const text = await readFile(new URL(`./in-page/${name}.js`, import.meta.url), "utf8");
  return text.replace(/^export /m, "");
}
