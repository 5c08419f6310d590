import { expect } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { field, openLeadPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { ana } from "#tests/support/people.ts";

test("the fields are required, have their types, and tell a phone which keyboard to show", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  for (const { name, type, autocomplete } of [
    { name: "name", type: "text", autocomplete: "name" },
    { name: "email", type: "email", autocomplete: "email" },
    { name: "whatsapp", type: "tel", autocomplete: "tel" },
  ] as const) {
    const input = field(popup, name);
    const { placeholder } = words.messages.form[name];
    await expect(input).toHaveAttribute("placeholder", placeholder);
    await expect(input).toHaveAttribute("type", type);
    await expect(input).toHaveAttribute("inputmode", type);
    await expect(input).toHaveAttribute("autocomplete", autocomplete);
    await expect(input).toHaveAttribute("required");
    await expect(input).not.toHaveAttribute("pattern");
    await expect(input).not.toHaveAttribute("maxlength");
  }
});

test("spaces around the text disappear when the visitor leaves the field", async ({ page }) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const name = field(popup, "name");
  await name.fill(`  ${ana.name} `);
  await name.press("Tab");
  await expect(name).toHaveValue(ana.name);
});

test("a phone number stays as the visitor types it", async ({ page }) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const phone = field(popup, "whatsapp");
  for (const typed of ["11987654321", "+55 11 98765-4321", "0055 (11) 98765 4321"]) {
    await phone.fill("");
    await phone.pressSequentially(typed);
    await expect(phone).toHaveValue(typed);
  }
});
