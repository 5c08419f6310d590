import { expect, type Locator } from "@playwright/test";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { field } from "./page-parts.ts";

export async function fillIn(form: Locator, lead: Lead): Promise<void> {
  for (const name of leadFields) await field(form, name).fill(lead[name]);
}

export async function expectAnswers(form: Locator, lead: Lead): Promise<void> {
  for (const name of leadFields) await expect(field(form, name)).toHaveValue(lead[name]);
}
