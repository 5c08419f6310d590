import { prerender } from "react-dom/static";
import { expect, test, vi } from "vitest";
import { Landing } from "./landing.tsx";

vi.mock("#content/audience.ts", withDates);
vi.mock("#content/bonuses.ts", withDates);
vi.mock("#content/courses.ts", withDates);
vi.mock("#content/difference.ts", withDates);
vi.mock("#content/faq.ts", withDates);
vi.mock("#content/guarantee.ts", withDates);
vi.mock("#content/hero.ts", withDates);
vi.mock("#content/presenter.ts", withDates);
vi.mock("#content/price-reveal.ts", withDates);
vi.mock("#content/price-staircase.ts", withDates);
vi.mock("#content/sign-up.ts", withDates);
vi.mock("#content/testimonials.ts", withDates);

test("whoever edits the words of a section can put the date into each of its sentences", async () => {
  const { prelude } = await prerender(<Landing />);
  const html = await new Response(prelude).text();
  expect(html.match(/[^<>]*\{date\}[^<>]*/g) ?? []).toEqual([]);
  expect(html.match(/11\u00a0de\u00a0novembro!/g)?.length).toBeGreaterThan(50);
});

/** The words of a file as they would be with a date at the end of each. */
async function withDates(load: () => Promise<object>): Promise<object> {
  const words = Object.entries(await load());
  return Object.fromEntries(words.map(([name, value]) => [name, dated(value, name)]));
}

function dated(value: unknown, name: string): unknown {
  if (isShownAsItStands(name)) return value;
  if (typeof value === "string") return `${value} {date}!`;
  if (Array.isArray(value)) return value.map((item) => dated(item, ""));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, dated(item, key)]));
}

/** Labels of buttons, links and pictures, and what belongs to an island: plain strings in `shape.ts`. */
function isShownAsItStands(name: string): boolean {
  return /^(alt|carousel|cta|fullPrice|included|lessons|next|perks|playLabel|position|previous|submit|support)$/.test(
    name,
  );
}
