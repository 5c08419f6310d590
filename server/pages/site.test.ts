import { expect, test } from "vitest";
import { live } from "#content/room.ts";
import { timesInWords } from "#event/event-state.ts";
import { dayMs } from "#event/time-zone.ts";
import { openApp } from "#tests/support/app/app.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { builtPage, eventPagesOf } from "#tests/support/app/pages.ts";

const start = Date.parse("2026-11-11T20:00:00-03:00");
const end = Date.parse("2026-11-11T22:00:00-03:00");
const doors = Date.parse("2026-11-11T19:45:00-03:00");

test("browsers ask every time; shared caches keep a page a minute at most", async () => {
  const now = end - 90_000;
  for (const [at, maxAge] of [
    [now, 60],
    [end - 59_001, 59],
    [end - 1_000, 1],
    [end - 999, 0],
  ] as const) {
    const answer = await askAt("/", { at });
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("cdn-cache-control")).toBe(`max-age=${maxAge}`);
    expect(answer.headers.get("server-timing")).toBe(`now;dur=${at}`);
  }
});

test("a browser that has the page gets 304, and not after the change", async () => {
  const etag = (await askAt("/", { at: start })).headers.get("etag") ?? "";
  const headers = { "if-none-match": etag };
  const same = await askAt("/", { at: end - 2_000, headers });
  expect(same.status).toBe(304);
  expect(same.headers.get("cdn-cache-control")).toBe("max-age=2");
  expect(same.headers.get("server-timing")).toBe(`now;dur=${end - 2_000}`);
  expect((await askAt("/", { at: end, headers })).status).toBe(200);
});

test("HEAD has the headers of GET and no body", async () => {
  const [get, head] = [
    await askAt("/", { at: start }),
    await askAt("/", { at: start, method: "HEAD" }),
  ];
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  expect(await head.text()).toBe("");
});

test("an answer belongs to one time, also if the phase changes meanwhile", async () => {
  let now = start - 3;
  const app = await openSmallSite(() => now++);
  for (const path of ["/", "/", "/", "/", "/"]) {
    const answer = await app.request(path);
    const told = Number(answer.headers.get("server-timing")?.replace("now;dur=", ""));
    expect(await answer.text()).toContain(`data-phase="${told < start ? "doors" : "live"}"`);
  }
});

test.each([
  { when: "as the doors open", at: doors },
  { when: "during the class", at: end - 1 },
])("$when /aovivo leads to the class, and no cache keeps this", async ({ at }) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await askAt("/aovivo?utm_source=email", { at, method });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(live);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-robots-tag")).toBe("noindex");
    expect(await answer.text()).toBe("");
  }
});

test.each([
  { when: "a millisecond before the doors open", at: doors - 1 },
  { when: "after the class", at: end },
])("$when /aovivo is a page", async ({ at }) => {
  const answer = await askAt("/aovivo?utm_source=email", { at });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("a página da sala");
});

test("/agora tells the time, the phase and all changes ahead, uncached", async () => {
  const answer = await askAt("/agora", { at: start });
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toMatchObject({
    now: start,
    phase: "live",
    start,
    end,
    changes: [
      { at: end, phase: "over" },
      { at: end + eventPlan.daysAfter * dayMs, phase: "before" },
    ],
    ...timesInWords(start, eventPlan.timeZone),
  });
});

type Asked = { at: number; method?: string; headers?: Record<string, string> };

/** What the server answers at this time, for a site of two small pages. */
async function askAt(path: string, { at, ...init }: Asked): Promise<Response> {
  return (await openSmallSite(() => at)).request(path, init);
}

async function openSmallSite(clock: () => number) {
  const built = new Map([
    ["/", builtPage('<html data-phase="before">a página</html>')],
    ["/aovivo", builtPage('<html data-phase="before">a página da sala</html>')],
  ]);
  const eventPages = eventPagesOf(built, { event: eventPlan });
  return (await openApp({ eventPages, clock })).app;
}
