import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { leadFields } from "#lead/contract.ts";
import { LeadFields } from "./lead-fields.tsx";

test.each(leadFields)("a form has a field for %s with a label and this name", async (field) => {
  const { prelude } = await prerender(<LeadFields idPrefix="form" problems={{}} />);
  const html = await new Response(prelude).text();
  const [input] = html.match(new RegExp(`<input[^>]* name="${field}"[^>]*>`)) ?? [];
  expect(input).toContain(`id="form-${field}"`);
  expect(input).toContain("required");
  expect(html).toContain(`for="form-${field}">${messages.form[field].label}`);
});
