import { expect } from "@playwright/test";
import { fill } from "#content/filled.ts";
import { links } from "#content/links.ts";
import { test as guarded } from "#tests/support/browser/guarded-test.ts";
import { homeLink } from "#tests/support/browser/page-parts.ts";
import { words } from "#tests/support/browser/words.ts";
import { type StaticHost, serveFolder } from "#tests/support/built/static-host.ts";
import { smallTargets } from "#tests/support/looks/touch-targets.ts";

/** The pages on a static host: our own server sends the visitors of these addresses on to a group. */
const test = guarded.extend<object, { host: StaticHost }>({
  host: [
    async ({ browserName: _ }, use) => {
      const host = await serveFolder("dist");
      await use(host);
      await host.stop();
    },
    { scope: "worker" },
  ],
});

const { groupPages, messages, pages, paths, presenter } = words;

const cases = [
  {
    path: paths.group,
    tab: pages.group.title,
    title: groupPages.group.title,
    text: messages.success.groupNote,
    label: messages.success.group,
    address: links.group,
  },
  {
    path: paths.otherGroup,
    tab: pages.otherGroup.title,
    title: groupPages.otherGroup.title,
    text: groupPages.otherGroup.text,
    label: presenter.support,
    address: fill(links.supportChat, { phone: links.supportPhone }),
  },
];

for (const script of [true, false])
  test.describe(script ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: script, viewport: { width: 360, height: 640 } });

    for (const { path, tab, title, text, label, address } of cases)
      test(`on a static host ${path} has its title, its text, its button and a way back`, async ({
        page,
        host,
      }) => {
        await page.goto(`${host.url}${path}`);
        await expect(page).toHaveTitle(tab);
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
        await expect(page.getByText(text, { exact: true })).toBeVisible();
        const button = page.getByRole("link", { name: label, exact: true });
        await expect(button).toBeInViewport({ ratio: 1 });
        await expect(button).toHaveAttribute("href", address);
        await expect(button).toHaveAttribute("target", "_blank");
        await expect(homeLink(page)).toHaveAttribute("href", paths.landing);
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
        if (script) expect(await smallTargets(page)).toEqual([]);
      });
  });
