import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { askAt, signedQuery } from "#tests/support/app/ask-at.ts";

const start = Date.parse("2026-11-11T20:00:00-03:00");
const end = Date.parse("2026-11-11T22:00:00-03:00");
const doors = Date.parse("2026-11-11T19:45:00-03:00");

test.each([
  { when: "as the doors open", at: doors },
  { when: "during the class", at: end - 1 },
])(
  "$when /aovivo sends the visitor on to the class, and no cache keeps this answer",
  async ({ at }) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await askAt("/aovivo?utm_source=email", { at, method });
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(links.live);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(await answer.text()).toBe("");
    }
  },
);

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

test("the way into the class can be tried with a signed link before the doors open", async () => {
  const query = signedQuery(start);
  const at = doors - 60_000;
  expect((await askAt(`/aovivo?${query}`, { at })).headers.get("location")).toBe(links.live);
});
