import { expect, type Locator, type Page } from "@playwright/test";
import type { Phase } from "#event/phase.ts";
import { filledLinks } from "#tests/support/browser/filled-links.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import {
  consentBox,
  pageForm,
  receivedHeading,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { smallTargets } from "#tests/support/looks/touch-targets.ts";

const { messages, paths, phases } = words;
const { calendarFile, googleCalendar, group, otherGroup, voucher } = messages.success;
const friend = messages.friend.label;
const { home } = messages.notFound;

type Expected = { phase: Phase; button: string; links: string[] };

/** All links of the next steps, in their order. Only the first of them is a filled button. */
const expected: Expected[] = [
  {
    phase: "before",
    button: group,
    links: [group, otherGroup, calendarFile, googleCalendar, voucher, friend],
  },
  {
    phase: "live",
    button: phases.enter,
    links: [phases.enter, group, otherGroup, voucher, friend],
  },
  { phase: "over", button: group, links: [group, otherGroup] },
];

test.use({ viewport: { width: 360, height: 640 } });

for (const { phase, button, links } of expected) {
  test(`in the phase ${phase} "${button}" is the only filled button in the success popup, and is seen without scrolling`, async ({
    page,
  }) => {
    await serveInPhase(page, phase);
    const popup = await signUp(page);
    await expectSteps(popup, { button, links });
    expect(await smallTargets(page)).toEqual([]);
  });

  for (const script of [true, false])
    test.describe(script ? "with script" : "without script", () => {
      test.use({ javaScriptEnabled: script });

      test(`in the phase ${phase} "${button}" is the only filled button on the page that follows a sign-up without script`, async ({
        page,
      }) => {
        await serveInPhase(page, phase, paths.received);
        await page.goto(paths.received);
        await expectSteps(page.getByRole("main"), { button, links: [...links, home] });
      });
    });
}

test("the built page names the addresses of the groups as they are, so that the server can add the person", async ({
  request,
}) => {
  const html = await (await request.get(paths.received)).text();
  for (const path of [paths.group, paths.otherGroup]) expect(html).toContain(`href="${path}"`);
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("after a sign-up both links to the groups name the person, as the answer did", async ({
    page,
  }) => {
    await page.goto("/");
    await fillIn(pageForm(page), visitor());
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();
    await expect(receivedHeading(page)).toBeVisible();
    const { search } = new URL(page.url());
    expect(search).toMatch(/^\?inscricao=./);
    const steps = page.getByRole("main");
    for (const [name, path] of [
      [group, paths.group],
      [otherGroup, paths.otherGroup],
    ] as const)
      await expect(steps.getByRole("link", { name })).toHaveAttribute("href", `${path}${search}`);
  });
});

/** Signs up in the popup, which has other words in each phase. */
async function signUp(page: Page): Promise<Locator> {
  await answerLeads(page, (route) => route.fulfill({ json: { ok: true } }));
  await openLanding(page);
  await page.locator("main button[commandfor=lead-popup]").first().click();
  const { name, email, whatsapp } = visitor();
  const form = page.locator("#lead-popup form");
  await form.locator("[name=name]").fill(name);
  await form.locator("[name=email]").fill(email);
  await form.locator("[name=whatsapp]").fill(whatsapp);
  await form.locator("[type=submit]").click();
  await expect(successPopup(page)).toBeVisible();
  return successPopup(page);
}

async function expectSteps(steps: Locator, { button, links }: Omit<Expected, "phase">) {
  await expect(steps.getByRole("link")).toHaveText(links, { useInnerText: true });
  expect(await filledLinks(steps)).toEqual([button]);
  await expect(steps.getByRole("link", { name: button, exact: true })).toBeInViewport({ ratio: 1 });
}
