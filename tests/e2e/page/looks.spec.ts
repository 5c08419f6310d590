import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding, scrollPage, waitForSections } from "#tests/support/browser/open-landing.ts";
import { otherPagesComplaints, otherPaths } from "#tests/support/browser/other-pages.ts";
import { showPhase } from "#tests/support/browser/page-in-phase.ts";
import {
  calmSwitch,
  floatingCall,
  heroCall,
  lesson,
  questions,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { showUnstoredSignUp, unstoredComplaints } from "#tests/support/browser/popup-states.ts";
import { expectSteps, savedSignUp, saveSignUp } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { expectGoodLooks, expectToFit } from "#tests/support/looks/check-looks.ts";
import { lowContrastTexts } from "#tests/support/looks/contrast.ts";
import { clippedTexts, textLines } from "#tests/support/looks/page-texts.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";
import { expectWholeWords, tornWords } from "#tests/support/looks/torn-words.ts";
import { invisibleTargets } from "#tests/support/looks/touch-targets.ts";

const { faq, header, lessons, testimonials } = words;
const { position, pictures } = testimonials;

const phone = { width: 360, height: 900 };
const desktop = { width: 1280, height: 900 };

/** Pages that only a special case or a static host sends: the test shows each of them at the address `/`. */
const specialPages = ["500.html", "422.html", "grupo/index.html", "grupo/outro/index.html"];

test("the landing page looks good on a phone and on a desktop, with all that can be opened", async ({
  page,
  requestsElsewhere,
}) => {
  await page.setViewportSize(phone);
  await openLanding(page);
  const { question = "", answer = "" } = faq.questions.at(-1) ?? {};
  await questions(page).getByText(question).click();
  await expect(questions(page).getByText(answer)).toBeVisible();
  await scrollPage(page, 1_000);
  await expect(floatingCall(page)).toBeInViewport({ ratio: 1 });
  await expectGoodLooks(page, "with an answer open and the floating button");
  await page.setViewportSize(desktop);
  const title = lessons.lessons.at(-1)?.title ?? "";
  await lesson(page, title).click();
  await expect(page.getByTitle(title, { exact: true })).toBeFocused();
  // The player sends one request outside the site, and only the test answers it.
  await expect.poll(() => requestsElsewhere).toHaveLength(1);
  await expectGoodLooks(page, "on a desktop, with a lesson playing");
});

test("before the class, and during it in calm mode, the page looks good to a visitor who has signed up", async ({
  page,
}) => {
  await saveSignUp(page);
  await page.setViewportSize(phone);
  await openLanding(page);
  for (const phase of ["before", "live"] as const) {
    await page.setViewportSize(phone);
    await showPhase(page, phase);
    await expectSteps(page, savedSignUp.group);
    await expectGoodLooks(page, phase);
    // On a desktop the next steps have another layout, in the same colours.
    await page.setViewportSize(desktop);
    await expectToFit(page, `${phase}, on a desktop`);
    await calmSwitch(page).click();
  }
});

test("every other page looks good on a phone, fits a zoomed window, and tears no word", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(otherPagesComplaints);
  for (const path of otherPaths) {
    await page.setViewportSize(phone);
    await page.goto(path);
    await expectGoodLooks(page, path);
    await expectToFitReaders(page, path);
    await expectWholeWords(page, path);
  }
});

test("the pages for special cases look good on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const file of specialPages) {
    await page.route("/", (route) => route.fulfill({ path: `dist/${file}` }));
    await page.goto("/");
    await expectGoodLooks(page, file);
    if (file.startsWith("grupo"))
      await expect(page.locator(".button")).toBeInViewport({ ratio: 1 });
  }
});

test("a keyboard can skip to the content, and each landmark is there once", async ({ page }) => {
  await page.goto("/");
  for (const role of ["banner", "main", "contentinfo", "navigation"] as const)
    await expect(page.getByRole(role)).toHaveCount(1);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: header.skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: words.hero.lessons })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(heroCall(page)).toBeFocused();
});

/** The size in CSS pixels of a window of 1280 px at 400% zoom. */
const zoomed = { width: 320, height: 256 };
const lowPhone = { width: 360, height: 640 };
/** The larger text spacing that a reader may set; the page may not lose content then (WCAG 1.4.12). */
const readerSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;
const doubleSize = "html { font-size: 200% !important; }";

const holesScript = "tests/support/looks/in-page/grid-holes.js";
const grids = [
  ".courses__grid",
  ".bonuses__cards",
  ".bonuses__items",
  ".lined--pairs",
  ".price-staircase__steps",
  ".difference__summary",
];
const oneToSixteen = Array.from({ length: 16 }, (_, index) => index + 1);

async function expectToFitReaders(page: Page, path: string): Promise<void> {
  await page.setViewportSize(zoomed);
  await expectToFit(page, `${path} at 400% zoom`);
  await setReaderStyle(page, readerSpacing);
  await expectToFit(page, `${path} at 400% zoom with the reader's own spacing`);
  await page.setViewportSize(lowPhone);
  await setReaderStyle(page, doubleSize);
  await expectToFit(page, `${path} on a phone with text of double size`);
}

test("with text of up to double size no word of page and popups is torn, and the bar stays low", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(unstoredComplaints);
  await openLanding(page);
  await scrollPage(page, 1_000);
  await expect(floatingCall(page)).toBeInViewport({ ratio: 1 });
  for (const phase of ["live", "over", "before"] as const) {
    await showPhase(page, phase);
    await expectWholeWords(page, phase);
  }
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    const bar = await page.locator(".floating-cta").boundingBox();
    expect(bar?.height, `the bar at ${width} px`).toBeLessThanOrEqual(120);
  }
  const popup = await showUnstoredSignUp(page, visitor());
  await expectWholeWords(page, "error");
  await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  await expectWholeWords(page, "success");
});

test("the page fits a window of any width, zoomed, and with own spacing; no grid has a hole, with 1 item or 16", async ({
  page,
}) => {
  await page.goto("/");
  await waitForSections(page);
  await expectToFitReaders(page, "/");
  await setReaderStyle(page, readerSpacing);
  await page.setViewportSize(desktop);
  await expectToFit(page, "on a desktop with the reader's own spacing");
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const at = `at ${width} px`;
    expect.soft(await tornWords(page), at).toEqual([]);
    for (const grid of grids)
      expect.soft(await gridHoles(page, grid, oneToSixteen), at).toEqual([]);
    // A single lesson keeps the width of half a row, because its poster is no wider.
    const lessons = oneToSixteen.slice(width < 768 ? 0 : 1);
    expect.soft(await gridHoles(page, ".lessons__list", lessons), at).toEqual([]);
  }
});

const firstPosition = position.replace("{number}", "1").replace("{count}", String(pictures.length));

test("on paper the page is dark on light and complete, with every answer, in nine pages", async ({
  page,
}) => {
  // On a phone some texts share a line that paper has room to divide, so paper is compared with a desktop.
  await page.setViewportSize(desktop);
  await openLanding(page);
  const before = await page.getByRole("main").allInnerTexts();
  await scrollPage(page, 1_000);
  await expect(floatingCall(page)).toBeInViewport({ ratio: 1 });
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1047 });
  for (const { answer } of faq.questions) await expect(page.getByText(answer)).toBeVisible();
  const printed = (await page.getByRole("main").allInnerTexts()).join("\n");
  for (const line of before.join("\n").split("\n").filter(isOnPaper))
    expect.soft(printed).toContain(line);
  expect(await lowContrastTexts(page)).toEqual([]);
  expect(clippedTexts(await textLines(page))).toEqual([]);
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(9);
  await test.step("controls that work only on a screen are left out", async () => {
    await expect(floatingCall(page)).toBeHidden();
    await expect(calmSwitch(page)).toBeHidden();
    await expect(page.getByRole("button", { name: testimonials.next, exact: true })).toBeHidden();
  });
});

test("in forced colours and with reduced motion nothing is lost, and nothing moves", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await openLanding(page);
  const before = await page.getByRole("main").allInnerTexts();
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  expect(await page.getByRole("main").allInnerTexts()).toEqual(before);
  expect(await invisibleTargets(page)).toEqual([]);
  expect(await smoothlyScrolled(page)).toBe(0);
  expect(await page.evaluate("document.getAnimations().length")).toBe(0);
  await page.setViewportSize(desktop);
  expect(await invisibleTargets(page)).toEqual([]);
  await test.step("the calm switch looks different when it is on", async () => {
    const calm = calmSwitch(page);
    const off = await calm.screenshot();
    await calm.click();
    await page.mouse.move(0, 0);
    expect((await calm.screenshot()).equals(off)).toBe(false);
  });
  await test.step("the hidden price has a visible frame", async () => {
    const bar = page.locator(".hidden-price__bar").first();
    const framed = await bar.screenshot();
    await setReaderStyle(page, ".hidden-price__bar { outline: none !important; }");
    expect((await bar.screenshot()).equals(framed)).toBe(false);
  });
});

/** Paper does not show the position in the carousel, because all nine testimonials are printed. */
function isOnPaper(line: string): boolean {
  return line !== "" && line !== firstPosition;
}

function smoothlyScrolled(page: Page): Promise<number> {
  return page.locator("*").evaluateAll(
    (all) =>
      all.filter((one) => {
        const view = one.ownerDocument.defaultView;
        return view.getComputedStyle(one).scrollBehavior === "smooth";
      }).length,
  );
}

/**
 * The empty cells in the rows of a grid, tried with each number of items: the test copies the grid's own items. The
 * last element of a grid that is no item, such as the box with the materials, stays last.
 */
async function gridHoles(
  page: Page,
  selector: string,
  counts: readonly number[],
): Promise<string[]> {
  const call = `gridHoles(${JSON.stringify(selector)}, ${JSON.stringify(counts)})`;
  return page.evaluate<string[]>(`${await readFile(holesScript, "utf8")}\n${call}`);
}
