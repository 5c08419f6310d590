import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { leadFields } from "#lead/contract.ts";
import { LeadFields } from "./lead-fields.tsx";

test.each(leadFields)("a form has a field for %s with a label and this name", async (field) => {
  const html = await rendered();
  const input = inputIn(html, field);
  expect(input).toContain(`id="form-${field}"`);
  expect(input).toContain("required");
  expect(input).toContain(`placeholder="${messages.form[field].placeholder}"`);
  // The fields have no rules of their own, because the server alone decides which values are right.
  expect(input).not.toMatch(/ (pattern|maxlength)=/i);
  expect(html).toContain(`for="form-${field}">${messages.form[field].label}`);
});

test.each([
  ["name", "text", "name", "next"],
  ["email", "email", "email", "next"],
  ["whatsapp", "tel", "tel", "send"],
])(
  "the field for %s tells a phone its keyboard, and what to fill in",
  async (field, type, fill, key) => {
    const input = inputIn(await rendered(), field).toLowerCase();
    expect(input).toContain(` type="${type}"`);
    expect(input).toContain(` inputmode="${type}"`);
    expect(input).toContain(` autocomplete="${fill}"`);
    expect(input).toContain(` enterkeyhint="${key}"`);
    expect(input.includes(` autocapitalize="words"`)).toBe(field === "name");
  },
);

async function rendered(): Promise<string> {
  const { prelude } = await prerender(<LeadFields idPrefix="form" problems={{}} />);
  return new Response(prelude).text();
}

function inputIn(html: string, field: string): string {
  const [input = ""] = html.match(new RegExp(`<input[^>]* name="${field}"[^>]*>`)) ?? [];
  return input;
}
