import { prerender } from "react-dom/static";
import { expect, test, vi } from "vitest";
import { type filled, planned } from "#content/filled.ts";
import { Landing } from "./landing.tsx";

/**
 * Finds what is not text of `content/`: scripts, styles, and the elements in a sentence that only the server or the
 * browser fills or changes.
 */
const notText =
  /<script.*?<\/script>|<style.*?<\/style>|<span data-event="\w+"><\/span>|<span data-to="[^"]*">1<\/span>/gs;

type Module = { filled: typeof filled };

vi.mock("#content/filled.ts", async (load: () => Promise<Module>) => {
  const actual = await load();
  return { ...actual, filled: (words: unknown) => actual.filled(withDate(words)) };
});

test("every text of the page can hold the date, also that of a button", async () => {
  const { prelude } = await prerender(<Landing />);
  const html = await new Response(prelude).text();
  const shown = html.replaceAll(notText, "").replaceAll(/<\/?time[^>]*>/g, "");
  const texts = shown.match(/(?<=>)[^<>]*\p{L}[^<>]*/gu) ?? [];
  const mark = `${planned.date}!`;
  expect(texts.filter((text) => text.includes(mark)).length).toBeGreaterThan(110);
  expect(html.match(/[^<>]*\{date\}/g)).toBeNull();
});

/** Adds `{date}` to the end of each text. */
function withDate(words: unknown, name = ""): unknown {
  // Attributes, messages and prices cannot contain an element, and so not the date.
  const labels =
    /^(legalTitle|playLabel|alt|previous|next|carousel|position|to|close|sending|honeypot|policy|waits|price|originalPrice|pictures?)$/;
  const groupsOfLabels = /^(current|consents|name|email|whatsapp|toasts|fieldProblems)$/;
  if (labels.test(name)) return words;
  if (typeof words === "string") return `${words} {date}!`;
  if (Array.isArray(words)) return words.map((item) => withDate(item, name));
  if (typeof words !== "object" || words === null || groupsOfLabels.test(name)) return words;
  // The titles of a lesson and of a page's head are not elements.
  if ("video" in words || ("title" in words && "description" in words)) return words;
  const entries = Object.entries(words).map(([key, value]) => [key, withDate(value, key)]);
  return Object.fromEntries(entries);
}
