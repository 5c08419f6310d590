import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page } from "@playwright/test";
import { finishSectionAnimations } from "./sections-came.ts";

export const calls = {
  hero: "QUERO GARANTIR MINHA VAGA NA LIVE",
  floating: "PARTICIPAR DA AULA BLACK – CONDIÇÃO AO VIVO",
} as const;

const idleMs = 50;

/** The landing page with all its scripts awake, on a clock that only moves when it is told to. */
export async function openLanding(page: Page, address = "/"): Promise<void> {
  await openStopped(page, address);
  await wake(page);
}

/** The same at the moment of its load: its script is there, and has had no time yet. */
export async function openStopped(page: Page, address = "/"): Promise<void> {
  await stopClock(page);
  await page.goto(address);
  await scriptCame(page);
}

export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: "2026-10-01T12:00:00Z" });
  await page.clock.pauseAt("2026-10-01T12:00:01Z");
  await page.addInitScript({
    path: fileURLToPath(new URL("./in-page/stopped-load.js", import.meta.url)),
  });
}

export async function reloadLanding(page: Page): Promise<void> {
  await page.reload();
  await scriptCame(page);
}

/** It is asked for after the first paint, which no load event waits for. */
export async function scriptCame(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-scripted");
}

/** Until then the browser asks for the tick in the form; afterwards a toast does. */
export async function wake(page: Page): Promise<void> {
  await scriptCame(page);
  await finishSectionAnimations(page);
  await page.clock.runFor(idleMs);
  await expect(consentBox(page)).not.toHaveAttribute("required");
}

export function leadPopup(page: Page): Locator {
  return page.getByRole("dialog", { name: "Participe da aula Black AHSD" });
}

export function successPopup(page: Page): Locator {
  return page.getByRole("dialog", { name: "Inscrição recebida" });
}

export function pageForm(page: Page): Locator {
  return page.getByRole("region", { name: "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD" });
}

export function consentBox(page: Page): Locator {
  return page.getByRole("checkbox", { name: "Autorizo receber comunicações" });
}

export async function openLeadPopup(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: calls.hero }).click();
  return leadPopup(page);
}

export async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate(`scrollTo({ top: ${top}, behavior: "instant" })`);
}
