import fc from "fast-check";
import { expect, test } from "vitest";
import { sourceName, sourceNames } from "./source-name.ts";

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
