import { beforeAll, expect, test, vi } from "vitest";
import { loadPages, type StaticPages } from "#server/pages/files.ts";
import { pageHeaders } from "#server/pages/security.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { eventPagesOf } from "#tests/support/app/pages.ts";

const siteUrl = "https://black.example";
const movedTo = Date.parse("2026-11-13T19:30:00-03:00");
const moved = { edition: 2026, phase: undefined, movedTo, sequence: 1, changedAt: 0 };

/** Words that would break a page if they were not escaped, or if they were used as a replacement pattern. */
const hostile = vi.hoisted(
  () => `</script><script>alert(1)</script> $& $1 $' "a" 'b' <b>&amp;</b> 🎓 {days} <!--`,
);

vi.mock("#content/phases.ts", async (original) => ({
  ...(await original<object>()),
  clockWords: {
    countdown: { days: hostile, tomorrow: hostile, moved: hostile },
    visitorHour: { sameDay: hostile, otherDay: hostile },
  },
  phaseHeads: {
    titles: { today: hostile, live: hostile, over: hostile, cancelled: hostile },
    descriptions: { live: hostile, after: hostile },
  },
}));

let built: StaticPages;

beforeAll(async () => {
  built = (await loadPages("dist", siteUrl)) ?? new Map();
});

test.each([
  "2026-11-09T12:00:00-03:00",
  "2026-11-11T12:00:00-03:00",
  "2026-11-11T20:00:00-03:00",
  "2026-11-12T12:00:00-03:00",
  "2026-11-13T20:00:00-03:00",
])(
  "at %s strange words stay words in every page, and the policy still allows its scripts",
  (at) => {
    for (const override of [undefined, moved]) {
      const pages = eventPagesOf(built, { event: eventPlan, override: () => override });
      for (const [path, file] of pages.at(Date.parse(at)).pages) {
        const page = file.identity;
        if (!page.head.contentType.startsWith("text/html")) continue;
        const html = page.body.toString();
        expect(pageHeaders([html], siteUrl)).toEqual(page.head.security);
        expect(tagsOf(html)).toEqual(tagsOf(textOf(built, path)));
        for (const [, data = ""] of html.matchAll(
          /<script type="[^"]*json"[^>]*>(.*?)<\/script>/gs,
        ))
          expect(() => JSON.parse(data)).not.toThrow();
      }
    }
  },
);

/** The names of all tags of a page, in their order. */
function tagsOf(html: string): string[] {
  return [...html.matchAll(/<([a-z]+)[\s>]/g)].map(([, name = ""]) => name);
}

function textOf(pages: StaticPages, path: string): string {
  return pages.get(path)?.identity.body.toString() ?? "";
}
