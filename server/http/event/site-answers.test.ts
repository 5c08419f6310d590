import { expect, test } from "vitest";
import { minuteMs } from "#event/time-zone.ts";
import { askAt, openSmallSite, signedQuery } from "#tests/support/app/ask-at.ts";

const start = Date.parse("2026-11-11T20:00:00-03:00");
const end = Date.parse("2026-11-11T22:00:00-03:00");
const doors = Date.parse("2026-11-11T19:45:00-03:00");

test("browsers ask for a page every time, and shared caches keep it for a minute or until its next change", async () => {
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

test("a browser that has the page of the phase gets 304 with the headers of the present time, and not after the change", async () => {
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

test("an answer belongs to one time, also if the phase changes while it is made", async () => {
  let now = start - 3;
  const app = await openSmallSite(() => now++);
  for (const path of ["/", "/", "/", "/", "/"]) {
    const answer = await app.request(path);
    const told = Number(answer.headers.get("server-timing")?.replace("now;dur=", ""));
    expect(await answer.text()).toContain(`data-phase="${told < start ? "doors" : "live"}"`);
  }
});

test("a signed link shows another phase, and neither caches nor search engines keep it", async () => {
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
  ["with a phase that comes before the signed one", `fase=over&${signedQuery(start)}`],
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

test("a preview that the browser has already is confirmed for this browser only", async () => {
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
