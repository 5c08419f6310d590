import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { phaseHeads } from "#content/phases.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { editionAt } from "#event/edition.ts";
import { minuteMs } from "#event/time-zone.ts";
import { clockAt } from "#tests/support/built/before-class.ts";
import { startSite } from "#tests/support/built/running-site.ts";

const { start, end, year } = editionAt(launch.event, Date.now());
const nextYear = new RegExp(`\\b${year + 1}(?:\\b|\\d{4}T)`);
const { titles } = phaseHeads;

test.each([
  { when: "in the middle of the class", at: (start + end) / 2, phase: "live", title: titles.live },
  {
    when: "half an hour after the class",
    at: end + 30 * minuteMs,
    phase: "over",
    title: titles.over,
  },
])(
  "a server that starts $when, with a site built before it, says so and names no other year",
  async ({ at, phase, title }) => {
    const site = await startSite(clockAt(at));
    try {
      const page = await fetch(site.url);
      const html = await page.text();
      expect(html).toContain(`<title>${title}</title>`);
      expect(html).toContain(`"startDate":"${new Date(start).toISOString()}"`);
      const told = await (await fetch(`${site.url}/agora`)).json();
      expect(told).toMatchObject({ phase, start, end });
      const calendar = await (await fetch(`${site.url}${calendarFilePath}`)).text();
      for (const text of [html, calendar, site.output()]) expect(text).not.toMatch(nextYear);
      expect(page.headers.get("content-encoding")).not.toBeNull();
    } finally {
      await site.stop();
    }
  },
);
