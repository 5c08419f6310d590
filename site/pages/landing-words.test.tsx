import { prerender } from "react-dom/static";
import { expect, test, vi } from "vitest";
import { Audience } from "#site/sections/audience.tsx";
import { Bonuses } from "#site/sections/bonuses.tsx";
import { Courses } from "#site/sections/courses.tsx";
import { Difference } from "#site/sections/difference.tsx";
import { Faq } from "#site/sections/faq.tsx";
import { Guarantee } from "#site/sections/guarantee.tsx";
import { Hero } from "#site/sections/hero.tsx";
import { Lessons } from "#site/sections/lessons.tsx";
import { Presenter } from "#site/sections/presenter.tsx";
import { PriceReveal } from "#site/sections/price-reveal.tsx";
import { PriceStaircase } from "#site/sections/price-staircase.tsx";
import { SignUp } from "#site/sections/sign-up.tsx";
import { Testimonials } from "#site/sections/testimonials.tsx";

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
  const { prelude } = await prerender(
    <main>
      <Hero />
      <Lessons />
      <PriceStaircase />
      <Audience />
      <Courses />
      <Bonuses />
      <Difference />
      <Testimonials />
      <PriceReveal />
      <Guarantee />
      <Presenter />
      <Faq />
      <SignUp>{null}</SignUp>
    </main>,
  );
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
  return /^(alt|carousel|cta|fullPrice|included|lessons|next|perks|playLabel|position|previous|support)$/.test(
    name,
  );
}
