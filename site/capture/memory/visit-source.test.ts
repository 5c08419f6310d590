import { expect, test } from "vitest";
import { sourceOf } from "./visit-source.ts";

const page = "https://black.exemplo.com.br/";

test("campaign names and click ids are noted, and nothing else of the address", () => {
  const address = new URL(`${page}?utm_source=instagram&utm_medium=bio&fbclid=abc&email=a@b.com`);
  expect(sourceOf(address, "")).toEqual({
    utm_source: "instagram",
    utm_medium: "bio",
    fbclid: "abc",
  });
});

test("of the page before only the site is noted, and our own is no source", () => {
  expect(sourceOf(new URL(page), "https://l.instagram.com/?u=private")).toEqual({
    referrer: "https://l.instagram.com",
  });
  expect(sourceOf(new URL(page), `${page}termos-uso`)).toEqual({});
  expect(sourceOf(new URL(page), "not an address")).toEqual({});
});

test("a long value is cut at 200 characters", () => {
  const address = new URL(`${page}?utm_source=${"x".repeat(201)}`);
  expect(sourceOf(address, "").utm_source).toHaveLength(200);
});
