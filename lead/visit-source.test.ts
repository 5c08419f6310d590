import fc from "fast-check";
import { expect, test } from "vitest";
import { readSource, sourceName, sourceNames } from "./visit-source.ts";

test("readSource returns known names with texts, and drops everything else", () => {
  const input = { utm_source: "instagram", referrer: "https://a.com", gclid: 7, email: "a@b.com" };
  expect(readSource(input)).toEqual({ utm_source: "instagram", referrer: "https://a.com" });
});

test("readSource returns nothing for an input without a source", () => {
  for (const input of [undefined, null, "instagram", 7, [], {}, { email: "a@b.com" }])
    expect(readSource(input)).toBeUndefined();
});

test("readSource cuts a value after 200 characters and replaces half a character", () => {
  expect(readSource({ utm_term: "x".repeat(200) })?.utm_term).toHaveLength(200);
  expect(readSource({ utm_term: "x".repeat(201) })?.utm_term).toHaveLength(200);
  expect(readSource({ utm_term: "\ud83d" })).toEqual({ utm_term: "\ufffd" });
  expect(readSource({ utm_term: `${"x".repeat(199)}\u{1f642}` })?.utm_term).toMatch(/^x+\ufffd$/);
});

test.each([
  ["instagram", { utm_source: "ig" }],
  ["instagram", { referrer: "https://l.instagram.com/?u=x" }],
  ["facebook", { utm_source: "FB", utm_medium: "paid" }],
  ["whatsapp", { referrer: "https://wa.me/" }],
  ["youtube", { referrer: "https://youtu.be/abc" }],
  ["google", { referrer: "https://www.google.com.br/search" }],
  ["email", { utm_source: "activecampaign" }],
  ["indicacao", { utm_source: "indicacao" }],
  ["other", { referrer: "https://example.com/instagram" }],
  ["other", { fbclid: "x" }],
])("a visit is counted for %s when it came with %j", (name, visit) => {
  expect(sourceName({ last: visit })).toBe(name);
  expect(sourceName({ first: visit })).toBe(name);
  expect(sourceName({ first: { utm_source: "tiktok" }, last: visit })).toBe(name);
});

test("a visit without a source is counted as direct", () => {
  expect(sourceName({})).toBe("direct");
});

test("whatever a link says, only names of the list are counted", () => {
  const visit = fc.record({ utm_source: fc.string(), referrer: fc.string() });
  fc.assert(fc.property(visit, (last) => sourceNames.includes(sourceName({ last }))));
});
