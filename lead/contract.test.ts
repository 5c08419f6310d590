import { expect, test } from "vitest";
import { readSource } from "./contract.ts";

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
