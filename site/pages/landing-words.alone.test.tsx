import { prerender } from "react-dom/static";
import { expect, test, vi } from "vitest";
import { filled } from "#content/filled.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { Landing } from "./landing.tsx";

/** Scripts, styles, and the places inside a sentence that only the server or the browser fills or changes. */
const notText =
  /<script.*?<\/script>|<style.*?<\/style>|<span data-event="\w+"><\/span>|<span data-to="[^"]*">1<\/span>/gs;

type Module = { filled: typeof filled };

vi.mock("#content/filled.ts", async (load: () => Promise<Module>) => {
  const actual = await load();
  return { ...actual, filled: (words: unknown) => actual.filled(withDate(words)) };
});

test("every text of the page can hold the date, also those of buttons and labels", async () => {
  const { prelude } = await prerender(<Landing />);
  const html = await new Response(prelude).text();
  const texts = html.replaceAll(notText, "").match(/(?<=>)[^<>]*\p{L}[^<>]*/gu) ?? [];
  expect(texts.length).toBeGreaterThan(150);
  const mark = filled("").trim();
  expect(mark).toMatch(/\d.*!$/);
  const withoutDate = texts.filter((text) => !text.includes(mark));
  // The link to the lessons stands inside this sentence.
  const [beforeLink] = hero.lead.split("{lessons}");
  expect(new Set(withoutDate)).toEqual(new Set([launch.currency, links.supportEmail, beforeLink]));
  expect(html).not.toContain("{date}");
});

/**
 * Adds the mark `{date}` to the end of each text. Names of videos, pictures and wordings stay as they are, because the page
 * does not show them.
 */
function withDate(words: unknown, name = ""): unknown {
  if (/^(video|pictures?|current|consents)$/.test(name)) return words;
  if (typeof words === "string") return `${words} {date}!`;
  if (Array.isArray(words)) return words.map((item) => withDate(item));
  if (typeof words !== "object" || words === null) return words;
  const entries = Object.entries(words).map(([key, value]) => [key, withDate(value, key)]);
  return Object.fromEntries(entries);
}
