import { afterAll, beforeAll, expect, test } from "vitest";
import { hero } from "#content/hero.ts";
import { after, phaseHeads, phases as words } from "#content/phases.ts";
import { signUp } from "#content/sign-up.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { type BuiltSite, openBuiltSite } from "#tests/support/app/built-site.ts";
import { visibleText } from "#tests/support/built/visible-text.ts";

const { status, enter, doorsLead, liveLead } = words;
const { titles } = phaseHeads;
const dayOfWeekAfter = "2026-11-18";

/** Words that invite to the class. */
const invitation = [hero.lead, hero.promise, hero.cta, signUp.title];

/** What a visitor without script reads in a phase, and what only in others. */
const said = {
  today: {
    title: titles.today,
    says: [status.today, signUp.intro, ...invitation],
    hides: [status.doors, enter, status.live, after.cta],
  },
  doors: {
    title: titles.today,
    says: [status.doors, enter, doorsLead, hero.cta, signUp.title],
    hides: [status.today, hero.lead, hero.promise, signUp.intro, status.live, after.cta],
  },
  live: {
    title: titles.live,
    says: [status.live, enter, liveLead, hero.cta, signUp.title],
    hides: [status.doors, doorsLead, hero.lead, hero.promise, after.cta],
  },
  over: {
    title: titles.over,
    says: [status.over, after.lead, after.cta, after.footer],
    hides: [status.live, enter, liveLead, ...invitation],
  },
} as const;

const night = [
  ["2026-11-11T19:44:59-03:00", "today", 1],
  ["2026-11-11T19:45:00-03:00", "doors", 60],
  ["2026-11-11T19:59:59-03:00", "doors", 1],
  ["2026-11-11T20:00:00-03:00", "live", 60],
  ["2026-11-11T21:59:59-03:00", "live", 1],
  ["2026-11-11T22:00:00-03:00", "over", 60],
  [`${dayOfWeekAfter}T21:59:59-03:00`, "over", 1],
] as const;

let site: BuiltSite;

beforeAll(async () => {
  site = await openBuiltSite();
});
afterAll(() => site.close());

test.each(night)("at %s a visitor without script reads the words of “%s”", async (at, phase) => {
  const { html } = await site.ask("/", at);
  const { title, says, hides } = said[phase];
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain(`<meta property="og:title" content="${title}"/>`);
  const text = visibleText(html);
  for (const sentence of says) expect(text).toContain(begun(sentence));
  for (const sentence of hides) expect(text).not.toContain(begun(sentence));
});

test.each(night)("at %s search engines and calendars know the event of that year", async (at) => {
  const { html } = await site.ask("/", at);
  expect(html).toContain('"startDate":"2026-11-11T23:00:00.000Z"');
  expect(html).toContain('"eventStatus":"https://schema.org/EventScheduled"');
  const calendar = await site.ask(`${calendarFilePath}?utm_source=email`, at);
  expect(calendar.html).toContain("\r\nDTSTART:20261111T230000Z\r\n");
});

test.each(night)("at %s (%s) shared caches may keep a page for %i s", async (at, _, seconds) => {
  for (const path of ["/", "/inscricao-recebida", calendarFilePath]) {
    const { headers } = await site.ask(path, at);
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("cdn-cache-control")).toBe(`max-age=${seconds}`);
    expect(headers.get("server-timing")).toBe(`now;dur=${Date.parse(at)}`);
  }
});

test("each phase of the landing page has an ETag of its own", async () => {
  const etags = new Map<string, string | null>();
  for (const [at, phase] of night) etags.set(phase, (await site.ask("/", at)).headers.get("etag"));
  expect(new Set(etags.values()).size).toBe(4);
});

test("the next year is announced seven days after the end, and not before", async () => {
  const last = await site.ask("/", `${dayOfWeekAfter}T21:59:59-03:00`);
  expect(last.html).not.toMatch(/\b2027(?:\b|\d{4}T)/);
  const next = await site.ask("/", `${dayOfWeekAfter}T22:00:00-03:00`);
  expect(next.html).toContain('data-phase="before"');
  expect(next.html).toContain('"startDate":"2027-11-11T23:00:00.000Z"');
  expect(visibleText(next.html)).toContain(begun(status.before));
  const calendar = await site.ask(calendarFilePath, `${dayOfWeekAfter}T22:00:00-03:00`);
  expect(calendar.html).toContain("\r\nDTSTART:20271111T230000Z\r\n");
});

/** The beginning of a sentence, up to the words that depend on the clock. */
function begun(sentence: string): string {
  return sentence.replace(/\{\w+\}.*/, "");
}
