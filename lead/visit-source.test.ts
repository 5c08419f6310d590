import { expect, test } from "vitest";
import { readSource } from "./visit-source.ts";

test("known names with text come through, and nothing else", () => {
  const said = { utm_source: "instagram", referrer: "https://a.com", gclid: 7, email: "a@b.com" };
  expect(readSource(said)).toEqual({ utm_source: "instagram", referrer: "https://a.com" });
});

test("what says nothing is no source", () => {
  for (const said of [undefined, null, "instagram", 7, [], {}, { email: "a@b.com" }])
    expect(readSource(said)).toBeUndefined();
});

test("a value is cut after 200 characters, and half a character is mended", () => {
  expect(readSource({ utm_term: "x".repeat(200) })?.utm_term).toHaveLength(200);
  expect(readSource({ utm_term: "x".repeat(201) })?.utm_term).toHaveLength(200);
  expect(readSource({ utm_term: "\ud83d" })).toEqual({ utm_term: "\ufffd" });
  expect(readSource({ utm_term: `${"x".repeat(199)}\u{1f642}` })?.utm_term).toMatch(/^x+\ufffd$/);
});
