import { expect, type Locator, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import type { Phase } from "#event/phase.ts";
import { contextHeader } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import {
  openBeforeHydration,
  openLanding,
  scrollPage,
  waitForSections,
} from "#tests/support/browser/open-landing.ts";
import { serveInPhase, showPhase } from "#tests/support/browser/page-in-phase.ts";
import { successPopup } from "#tests/support/browser/page-parts.ts";
import { filledLinks, firstScreen } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { after, footer, hero, messages, paths, phases, priceReveal, signUp, success } = words;
const { status } = phases;
const longAfterMs = 60_000 + launch.popupDelaySeconds * 1_000;

// Without a recording the phase `replay` never begins, so its sentence is missing here.
const expected: { phase: Phase; sentence: string; first: string }[] = [
  { phase: "before", sentence: status.before, first: hero.cta },
  { phase: "today", sentence: status.today, first: hero.cta },
  { phase: "doors", sentence: status.doors, first: phases.enter },
  { phase: "live", sentence: status.live, first: phases.enter },
  { phase: "waiting", sentence: status.waiting, first: hero.cta },
  { phase: "over", sentence: status.over, first: after.cta },
  { phase: "cancelled", sentence: status.cancelled, first: after.cta },
];

const spotlight = "--color-spotlight";
const unrevealed: Phase[] = ["before", "today", "doors", "waiting"];
const open: Phase[] = [...unrevealed, "live"];

/** Texts of the page, each with the phases that show it. */
const texts: { text: string; shownIn: Phase[] }[] = [
  ...expected.map(({ phase, sentence }) => ({ text: sentence, shownIn: [phase] })),
  { text: hero.lead, shownIn: ["before", "today"] },
  { text: hero.proof, shownIn: ["before", "today"] },
  { text: phases.doorsLead, shownIn: ["doors", "waiting"] },
  { text: hero.promise, shownIn: ["before", "today"] },
  { text: phases.liveLead, shownIn: ["live"] },
  { text: after.lead, shownIn: ["over", "replay", "cancelled"] },
  { text: phases.enter, shownIn: ["doors", "live"] },
  { text: hero.cta, shownIn: open },
  { text: priceReveal.title, shownIn: open },
  { text: words.revealed.title, shownIn: ["over", "replay"] },
  { text: signUp.title, shownIn: open },
  { text: priceReveal.priceLabel, shownIn: unrevealed },
  { text: phases.livePriceLabel, shownIn: ["live"] },
  { text: after.cta, shownIn: ["over", "replay", "cancelled"] },
  { text: after.intro, shownIn: ["over", "replay", "cancelled"] },
  { text: footer.description, shownIn: open },
  { text: after.footer, shownIn: ["over", "replay", "cancelled"] },
];

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("in each phase the page says what fits, and nothing of the others", async ({ page }) => {
    await page.goto("/");
    await waitForSections(page);
    const top = firstScreen(page);
    await expect(page.locator("#valor .hidden-price__bar")).not.toHaveCSS(spotlight, "transparent");
    for (const { phase, sentence, first } of expected) {
      await showPhase(page, phase);
      await expect(
        top.getByText(beginning(sentence)).filter({ visible: true }).first(),
      ).toBeVisible();
      const ways = top.getByRole("link").or(top.getByRole("button"));
      await expect(ways.filter({ hasNotText: hero.lessons }).first()).toHaveText(first, {
        useInnerText: true,
      });
      for (const shown of [await visible(page), await spoken(page)])
        for (const { text, shownIn } of texts)
          expect(plain(shown).includes(plain(beginning(text))), `${phase}: ${text}`).toBe(
            shownIn.includes(phase),
          );
    }
    // After the class the hidden price has no spotlight.
    await showPhase(page, "over");
    await expect(page.locator("#valor .hidden-price__bar")).toHaveCSS(spotlight, "transparent");
  });
});

test.describe("by itself", () => {
  test.use({ popupOpensByItself: true });

  test("the popup opens on the day of the class, and not from the doors on", async ({ page }) => {
    for (const phase of ["today", "doors", "live", "over", "waiting", "cancelled"] as const) {
      await serveInPhase(page, phase);
      await openBeforeHydration(page);
      await page.clock.fastForward(longAfterMs);
      await expect(page.locator("#lead-popup[open]"), phase).toHaveCount(phase === "today" ? 1 : 0);
      await page.evaluate("sessionStorage.clear()");
    }
  });
});

test("during the class all ways lead into it, and signing up stays possible", async ({ page }) => {
  await serveInPhase(page, "live");
  const group = `${paths.group}?inscricao=pass`;
  await answerLeads(page, (route) => route.fulfill({ json: { ok: true, group } }));
  await openLanding(page);
  await scrollPage(page, 1_000);
  const enter = page.getByRole("link", { name: phases.enter, exact: true });
  await expect(enter.last()).toBeInViewport();
  await expect(enter.last()).toHaveAttribute("href", paths.live);
  const popup = await openPopup(page, hero.cta, messages.form.title);
  await expect(popup.getByRole("link", { name: phases.enter, exact: true })).toBeVisible();
  expect(await filledLinks(popup)).toEqual([phases.enter]);
  await expect(popup.getByRole("button", { name: messages.form.submit })).toHaveCSS(
    "background-color",
    "rgba(0, 0, 0, 0)",
  );
  await signUpIn(popup, messages.form.submit);
  const confirmation = successPopup(page);
  await expect(confirmation.getByText(status.live, { exact: true })).toBeVisible();
  const ownWay = `${paths.live}?inscricao=pass`;
  const enterNow = confirmation.getByRole("link", { name: phases.enter, exact: true });
  await expect(enterNow).toHaveAttribute("href", ownWay);
  await expect(confirmation.getByText(success.calendar)).toBeHidden();
  await expect(firstScreen(page).getByRole("link", { name: phases.enter })).toHaveAttribute(
    "href",
    ownWay,
  );
});

test("after the class a sign-up asks for news of the next, in its own words", async ({ page }) => {
  await serveInPhase(page, "over");
  const requests = await answerLeads(page, (route) => route.fulfill({ json: { ok: true } }));
  await openLanding(page);
  const popup = await openPopup(page, after.cta, after.cta);
  const { currentNext, texts: sentences } = messages.wordings;
  await expect(popup.getByText(sentences[currentNext.notice] ?? "")).toBeVisible();
  await signUpIn(popup, after.cta);
  const confirmation = successPopup(page);
  await expect(confirmation.getByText(after.success, { exact: true })).toBeVisible();
  await expect(confirmation.getByRole("link", { name: success.voucher })).toBeHidden();
  const context = requests[0]?.headers()[contextHeader.toLowerCase()] ?? "";
  expect(JSON.parse(decodeURIComponent(context))).toMatchObject({ wording: currentNext.notice });
});

async function openPopup(page: Page, call: string, title: string): Promise<Locator> {
  await page.getByRole("button", { name: call, exact: true }).first().click();
  return page.getByRole("dialog", { name: title, exact: true });
}

async function signUpIn(popup: Locator, button: string): Promise<void> {
  await fillIn(popup, visitor());
  await popup.getByRole("button", { name: button, exact: true }).click();
}

function visible(page: Page): Promise<string> {
  return page.evaluate<string>("document.body.innerText");
}

/** All texts that a screen reader finds in the page; dates and hours are part of their sentences. */
async function spoken(page: Page): Promise<string> {
  await page.evaluate(
    "for (const time of document.querySelectorAll('time')) time.replaceWith(time.textContent)",
  );
  return page.locator("body").ariaSnapshot();
}

/** The first part of the text outside the names in braces, which the server or the browser replaces. */
function beginning(text: string): string {
  return text.split(/\{\w+\}/).find((part) => part !== "") ?? "";
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
