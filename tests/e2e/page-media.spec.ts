import { expect, type Page } from "@playwright/test";
import { openLanding } from "#tests/support/browser/landing.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { faintTexts } from "#tests/support/looks/contrast.ts";
import { cutTexts } from "#tests/support/looks/page-texts.ts";
import { unseenTargets } from "#tests/support/looks/touch-targets.ts";

const answers = [
  "O acesso é vitalício, a todos os cursos e às atualizações futuras.",
  "Sim. É 100% online e funciona em qualquer aparelho.",
  "Durante a aula ao vivo Black AHSD, em 11 de novembro, às 20h.",
  "Você tem 7 dias, a partir da liberação do acesso, para pedir todo o dinheiro de volta.",
];

test.describe("on paper", () => {
  test("the page is dark on light, whole, with every answer", async ({ page }) => {
    await openLanding(page);
    const words = await page.getByRole("main").allInnerTexts();
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 718, height: 1047 });
    for (const answer of answers) await expect(page.getByText(answer)).toBeVisible();
    for (const line of words.join("\n").split("\n").filter(isOnPaper))
      await expect.soft(page.getByRole("main")).toContainText(line, { useInnerText: true });
    expect(await faintTexts(page)).toEqual([]);
    expect(await cutTexts(page)).toEqual([]);
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  });

  test("what only a screen can do is left out", async ({ page }) => {
    await openLanding(page);
    await page.mouse.wheel(0, 1000);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "PARTICIPAR DA AULA BLACK –" })).toBeHidden();
    await expect(page.getByText("Modo calmo")).toBeHidden();
    await expect(page.getByRole("button", { name: "Próximo depoimento" })).toBeHidden();
  });
});

for (const width of [360, 1280]) {
  test(`in forced colours whatever can be pressed is to be seen at ${width} px`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.setViewportSize({ width, height: 900 });
    await openLanding(page);
    expect(await unseenTargets(page)).toEqual([]);
  });
}

test("in forced colours the calm mode looks on when it is on", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openLanding(page);
  const calm = page.getByText("Modo calmo");
  const off = await calm.screenshot();
  await calm.click();
  await page.mouse.move(0, 0);
  expect((await calm.screenshot()).equals(off)).toBe(false);
});

test("with reduced motion nothing is animated, and nothing is lost", async ({ page }) => {
  await openLanding(page);
  const words = await page.getByRole("main").allInnerTexts();
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await page.getByRole("main").allInnerTexts()).toEqual(words);
  expect(await unseenTargets(page)).toEqual([]);
  expect(await smoothlyScrolled(page)).toBe(0);
  expect(
    await page.locator("html").evaluate((html) => html.ownerDocument.getAnimations().length),
  ).toBe(0);
});

/** The place in the carousel is nobody's question there: all nine are to be seen. */
function isOnPaper(line: string): boolean {
  return line !== "" && line !== "Depoimento 1 de 9";
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
