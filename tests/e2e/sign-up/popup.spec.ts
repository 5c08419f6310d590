import { expect, type Locator, type Page } from "@playwright/test";
import { leadFields } from "#lead/contract.ts";
import { focusNoPressedButton } from "#tests/support/browser/limited-browser.ts";
import {
  hold,
  hydrateByUse,
  openBeforeScript,
  openLanding,
  scrollPage,
} from "#tests/support/browser/open-landing.ts";
import {
  closeButton,
  field,
  floatingCall,
  heroCall,
  leadPopup,
  openLeadPopup,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

const { audience, bonuses, hero, priceReveal, priceStaircase, testimonials } = words;

const sections = [hero, priceStaircase, audience, bonuses, testimonials, priceReveal];

test("each call opens the one popup, and has the focus again afterwards", async ({ page }) => {
  await openLanding(page);
  for (const { cta } of sections)
    await expectToOpen(page.getByRole("main").getByRole("button", { name: cta, exact: true }));
  await scrollPage(page, 1_500);
  await expectToOpen(floatingCall(page));

  await test.step("where no pressed button has the focus, it returns too", async () => {
    await focusNoPressedButton(page);
    await scrollPage(page, 0);
    const popup = await openLeadPopup(page);
    await closeButton(popup).click();
    await expect(popup).toBeHidden();
    await expect(heroCall(page)).toBeFocused();
  });
});

async function expectToOpen(call: Locator): Promise<void> {
  const page = call.page();
  await call.click();
  await expect(leadPopup(page)).toBeVisible();
  await expect(leadPopup(page).locator(":focus")).toHaveCount(1);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await submitButton(leadPopup(page)).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(call).toBeFocused();
}

test("Esc and the cross close the popup, and no press beside it does", async ({ page }) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);

  await test.step("a press in it or beside it does not", async () => {
    await popup.getByRole("heading").click();
    const { x, y } = await placeBeside(popup);
    await page.mouse.click(x, y);
    await expect(popup).toBeVisible();
  });
  await test.step("a press that begins in a field and ends beside it does not", async () => {
    await field(popup, "name").fill("Ana");
    await field(popup, "name").hover();
    await page.mouse.down();
    const { x, y } = await placeBeside(popup);
    await page.mouse.move(x, y);
    await page.mouse.up();
    await expect(popup).toBeVisible();
    await expect(field(popup, "name")).toHaveValue("Ana");
  });
  await test.step("Tab keeps the focus in it, in both directions", async () => {
    await page.evaluate(`{
      globalThis.focusedBeside = [];
      addEventListener("focusin", ({ target }) => {
        if (!target.closest("dialog")) focusedBeside.push(target.textContent);
      });
    }`);
    for (const key of ["Tab", "Shift+Tab"])
      for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press(key);
    // After the last element the focus goes to the browser's own buttons, and then to the first element.
    await expect(page.locator("dialog :focus")).toHaveCount(1);
    expect(await page.evaluate("focusedBeside")).toEqual([]);
  });
  for (const [name, close] of [
    ["Esc", () => page.keyboard.press("Escape")],
    ["the cross", () => closeButton(popup).click()],
  ] as const)
    await test.step(`${name} does`, async () => {
      await expect(popup).toBeVisible();
      await close();
      await expect(popup).toBeHidden();
      await openLeadPopup(page);
    });
});

test("a double click opens the popup and presses nothing, whatever has loaded", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const loadScript = await openBeforeScript(page);
  const releaseReact = await hold(page, "**/assets/react-*.js");
  for (const [what, load] of [
    ["before the script", async () => {}],
    ["while React loads", loadScript],
    ["with React", () => hydrateAfter(page, releaseReact)],
  ] as const)
    await test.step(what, async () => {
      await load();
      await expectDoubleClicksToOpen(page);
    });
  await expect(page).toHaveURL("/");
  expect(page.context().pages()).toHaveLength(1);
});

async function hydrateAfter(page: Page, releaseReact: () => void): Promise<void> {
  releaseReact();
  await hydrateByUse(page);
}

async function expectDoubleClicksToOpen(page: Page): Promise<void> {
  const animations = await page.context().newCDPSession(page);
  await animations.send("Animation.enable");
  const popup = leadPopup(page);
  for (const part of [closeButton(popup), popup.getByRole("link").first()]) {
    await openLeadPopup(page);
    const box = await part.boundingBox();
    await page.keyboard.press("Escape");
    if (!box) throw new Error("the popup has no box");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // The second press of a double click hits this part of the popup.
    const place = `position: fixed; z-index: 9; left: ${x}px; top: ${y}px; translate: -50% -50%`;
    await heroCall(page).evaluate((button, css) => {
      button.style.cssText = css;
      button.ownerDocument.body.append(button);
    }, place);
    // The animation is slowed down, because a busy machine may take longer between two presses than a visitor.
    await animations.send("Animation.setPlaybackRate", { playbackRate: 0.001 });
    await page.mouse.dblclick(x, y);
    await expect(popup).toBeVisible();
    await animations.send("Animation.setPlaybackRate", { playbackRate: 1 });
    await closeButton(popup).click();
    await expect(popup).toBeHidden();
  }
}

test("in a low window every part of the popup can be reached", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await openLanding(page);
  const popup = await openLeadPopup(page);

  await test.step("it scrolls, and the page behind it does not", async () => {
    const place = await page.evaluate("scrollY");
    const { x, y } = await placeBeside(popup);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 2_000);
    // A busy browser may miss a turn of the wheel, so the test turns it again as a person would.
    await expect(async () => {
      await popup.hover();
      await page.mouse.wheel(0, 2_000);
      expect(await popup.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    }).toPass();
    await page.keyboard.press("End");
    expect(await page.evaluate("scrollY")).toBe(place);
  });
  // The visible part of a phone's window is about 300 px high while the keyboard is open.
  for (const height of [640, 300])
    await test.step(`with a height of ${height} px`, async () => {
      await page.setViewportSize({ width: 360, height });
      const fields = leadFields.map((name) => field(popup, name));
      for (const part of [...fields, submitButton(popup)]) {
        await part.focus();
        await part.scrollIntoViewIfNeeded();
        await expect(part).toBeInViewport({ ratio: 1 });
        await part.click({ trial: true });
      }
      expect(await popup.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    });
});

/** A point in the window outside the popup, after the popup has stopped moving. */
async function placeBeside(popup: Locator): Promise<{ x: number; y: number }> {
  await popup.hover({ trial: true });
  const box = await popup.boundingBox();
  if (!box) throw new Error("the popup has no box");
  return { x: box.x / 2, y: box.y + box.height / 2 };
}
