import { expect, type Locator } from "@playwright/test";
import type { Lead } from "#lead/lead.ts";

let visitors = 0;

/** Somebody who has not signed up yet. */
export function visitor(changes: Partial<Lead> = {}): Lead {
  visitors += 1;
  const email = `visitor-${process.pid}-${visitors}@exemplo.com`;
  return { name: "Ana Exemplo", email, whatsapp: "(11) 98765-4321", ...changes };
}

export async function fillIn(form: Locator, { name, email, whatsapp }: Lead): Promise<void> {
  await form.getByLabel("Nome completo").fill(name);
  await form.getByLabel("Seu melhor e-mail").fill(email);
  await form.getByLabel("WhatsApp (com DDD)").fill(whatsapp);
}

/** The popup's button, whatever it says at the moment. */
export function submitButton(form: Locator): Locator {
  return form.getByRole("button", {
    name: /^(QUERO PARTICIPAR DA AULA (AO VIVO|BLACK AHSD)|Enviando…)$/,
  });
}

export async function expectAnswers(form: Locator, { name, email, whatsapp }: Lead): Promise<void> {
  await expect(form.getByLabel("Nome completo")).toHaveValue(name);
  await expect(form.getByLabel("Seu melhor e-mail")).toHaveValue(email);
  await expect(form.getByLabel("WhatsApp (com DDD)")).toHaveValue(whatsapp);
}
