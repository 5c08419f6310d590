import { afterAll, beforeAll, expect, test } from "vitest";
import { dates } from "#content/dates.ts";
import { fill } from "#content/filled.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { after, phaseHeads, phases as words } from "#content/phases.ts";
import { success } from "#content/success.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { editionAt } from "#event/edition.ts";
import { timesInWords } from "#event/event-state.ts";
import { dayMs, minuteMs } from "#event/time-zone.ts";
import { type BuiltSite, openBuiltSite } from "#tests/support/app/built-site.ts";
import { visibleText } from "#tests/support/built/visible-text.ts";

const { status, enter } = words;
const { titles } = phaseHeads;
const dayOfWeekAfter = "2026-11-18";

const night = [
  ["2026-11-11T19:44:59-03:00", "today"],
  ["2026-11-11T19:45:00-03:00", "doors"],
  ["2026-11-11T20:00:00-03:00", "live"],
  ["2026-11-11T22:00:00-03:00", "over"],
] as const;

const beforeClass = "2026-02-01T12:00:00-03:00";
const duringClass = "2026-11-11T20:10:00-03:00";
const times = timesInWords(Date.parse("2026-11-11T20:00:00-03:00"), launch.event.timeZone);
const untouched = { edition: 2026, phase: undefined, sequence: 1, changedAt: 0 };

let site: BuiltSite;

beforeAll(async () => {
  site = await openBuiltSite();
});
afterAll(() => site.close());

test.each(night)("at %s a visitor without script reads the words of “%s”", async (at, phase) => {
  const { html } = await site.ask("/", at);
  const title = fill(titles[phase === "doors" ? "today" : phase], times);
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain(`<meta property="og:title" content="${title}"/>`);
  const text = visibleText(html);
  for (const [, name] of night)
    expect(text.includes(begun(status[name])), name).toBe(name === phase);
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

/** The beginning of a sentence, up to the first word that depends on the clock. */
function begun(sentence: string): string {
  return sentence.replace(/\{\w+\}.*/, "");
}

test("a late class has no way in yet, and a cancelled one none any more", async () => {
  for (const name of ["waiting", "cancelled"] as const) {
    const phase = { name, since: Date.parse(duringClass) };
    const override = { ...untouched, phase, movedTo: undefined };
    const page = await site.ask("/", duringClass, { override });
    expect(visibleText(page.html)).not.toContain(enter);
    expect((await site.ask("/aovivo", duringClass, { override })).status).toBe(200);
  }
});

test.each([
  ["before", beforeClass, undefined, dates.weekdays[3] ?? ""],
  ["waiting", duringClass, "waiting", status.waiting],
  ["over", "2026-11-11T22:00:00-03:00", undefined, status.over],
  ["cancelled", beforeClass, "cancelled", begun(status.cancelled).split(/\d/)[0] ?? ""],
] as const)("in the phase %s the heading of /aovivo says so", async (phase, at, name, says) => {
  const chosen = name && { name, since: Date.parse(at) };
  const override = { ...untouched, phase: chosen, movedTo: undefined };
  const { html } = await site.ask("/aovivo", at, { override });
  expect(visibleText(html.replace(/(<body[^>]*>).*?(<h1.*<\/h1>).*/s, "$1$2"))).toContain(says);
  const text = visibleText(html);
  const isOver = phase === "over" || phase === "cancelled";
  expect(text.includes(after.cta)).toBe(isOver);
  expect(text.includes(hero.priceLabel)).toBe(!isOver);
  expect(text.includes(success.calendar)).toBe(!isOver);
});

test("no page names the planned date or hour of a moved class", async () => {
  // The texts of the built pages contain the date and the hour that the owner wrote.
  const event = { ...launch.event, year: 2026 };
  const { plannedStart } = editionAt(event, Date.parse(beforeClass));
  const movedTo = plannedStart + dayMs + 120 * minuteMs;
  const ofOwner = await openBuiltSite(event);
  const { date, hour } = timesInWords(plannedStart, event.timeZone);
  const wrong = [date, `às\u00a0${hour}`, `às ${hour}`];
  for (const path of ["/", "/aovivo", "/inscricao-recebida", "/termos-uso"]) {
    const { html } = await ofOwner.ask(path, beforeClass, { override: { ...untouched, movedTo } });
    const text = visibleText(html) + metasOf(html);
    for (const times of wrong) expect(text).not.toContain(times);
  }
  const { html } = await ofOwner.ask("/", beforeClass, { override: { ...untouched, movedTo } });
  expect(visibleText(html)).toContain(timesInWords(movedTo, event.timeZone).date);
  await ofOwner.close();
});

/** The title of a page, and its descriptions for search engines and messengers. */
function metasOf(html: string): string {
  const metas = html.match(/<title>[^<]*|<meta [^>]*(?:description|title)"[^>]*>/g) ?? [];
  return metas.join("\n");
}
