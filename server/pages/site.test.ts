import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { timesInWords } from "#event/event-state.ts";
import { dayMs, minuteMs } from "#event/time-zone.ts";
import { askAt, openSmallSite, signedQuery } from "#tests/support/app/ask-at.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";

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

test("a signed link shows another phase, and no cache or search keeps it", async () => {
  const query = signedQuery(start);
  const answer = await askAt(`/?${query}`, { at: start - 60 * minuteMs });
  expect(await answer.text()).toContain('data-phase="live"');
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  expect(answer.headers.get("cdn-cache-control")).toBeNull();
});

test.each([
  ["with another signature", signedQuery(start, { key: "other-key" })],
  ["that has expired", signedQuery(doors - 2 * minuteMs)],
  ["without a phase", "assinatura=x"],
  ["with a phase that comes before the signed one", `momento=over&${signedQuery(start)}`],
  ["that names a later end first", `ate=${"9".repeat(400)}&${signedQuery(start)}`],
  ["whose end is not a number", signedQuery(Number.NaN)],
  ["whose signature is no base64", "fase=live&ate=9999999999999&assinatura=%00%FF%C3("],
  ["whose signature has no name", `${signedQuery(start).replace("assinatura", "")}&assinatura=`],
  ["to a recording that does not exist", signedQuery(start, { phase: "replay" })],
])("a link %s shows the present phase", async (_, query) => {
  const answer = await askAt(`/?${query}`, { at: doors - minuteMs });
  expect(await answer.text()).not.toContain('data-phase="live"');
  expect(answer.headers.get("cache-control")).toBe("no-cache");
});

test("a preview is confirmed for this browser only", async () => {
  const path = `/?${signedQuery(start)}`;
  const at = doors - minuteMs;
  const etag = (await askAt(path, { at })).headers.get("etag") ?? "";
  for (const method of ["GET", "HEAD"]) {
    const answer = await askAt(path, { at, method, headers: { "if-none-match": etag } });
    expect(answer.status).toBe(304);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("cdn-cache-control")).toBeNull();
  }
});

test("a preview leaves the answers for other visitors as they were", async () => {
  const app = await openSmallSite(() => doors - minuteMs);
  const read = async (path: string) => (await app.request(path)).text();
  const [page, now] = [await read("/"), await read("/agora")];
  expect(await read(`/?${signedQuery(start)}`)).not.toBe(page);
  expect(await read("/")).toBe(page);
  expect(await read(`/agora?${signedQuery(start)}`)).toBe(now);
});

test.each([
  { when: "as the doors open", at: doors },
  { when: "during the class", at: end - 1 },
])("$when /aovivo leads to the class, and no cache keeps this", async ({ at }) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await askAt("/aovivo?utm_source=email", { at, method });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(links.live);
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

test("/aovivo/ leads to /aovivo and keeps its query", async () => {
  const answer = await askAt("/aovivo/?utm_source=email", { at: start });
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toBe("/aovivo?utm_source=email");
});

test("a signed link shows the way into the class before the doors open", async () => {
  const query = signedQuery(start);
  const at = doors - 60_000;
  expect((await askAt(`/aovivo?${query}`, { at })).headers.get("location")).toBe(links.live);
});

test.each([
  "/aoviv%6F",
  "/aovivo?",
  "/aovivo?%ff=%zz&fase=live&momento=over&ate=1e999&assinatura=%zz",
])("%s is the way into the class too", async (path) => {
  const answer = await askAt(path, { at: start });
  expect(answer.headers.get("location")).toBe(links.live);
});

test.each(["POST", "PUT", "DELETE", "PATCH"])("%s to /aovivo is refused", async (method) => {
  expect((await askAt("/aovivo", { at: start, method })).status).toBe(405);
});

test.each(["/aovivo%00", "/aovivo%0d%0aX:%20y", "//aovivo", "/aovivo/x", "/%2e%2e/aovivo%2f"])(
  "%s leads nowhere",
  async (path) => {
    const answer = await askAt(path, { at: start });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("location")).toBeNull();
  },
);

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
