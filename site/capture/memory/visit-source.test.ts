import { expect, test } from "vitest";
import { sourceOf } from "./visit-source.ts";

const page = "https://black.exemplo.com.br/";

test("sourceOf takes campaign names and click ids from the address, and nothing else", () => {
  const address = new URL(`${page}?utm_source=instagram&utm_medium=bio&fbclid=abc&email=a@b.com`);
  expect(sourceOf(address, "")).toEqual({
    utm_source: "instagram",
    utm_medium: "bio",
    fbclid: "abc",
  });
});

test("sourceOf takes only the origin of the referrer, and nothing of our own site", () => {
  expect(sourceOf(new URL(page), "https://l.instagram.com/?u=private")).toEqual({
    referrer: "https://l.instagram.com",
  });
  expect(sourceOf(new URL(page), `${page}termos-uso`)).toBeUndefined();
  expect(sourceOf(new URL(page), "not an address")).toBeUndefined();
  expect(sourceOf(new URL(`${page}?referrer=https://example.com`), "")).toBeUndefined();
});

test("sourceOf takes the first of two parameters with one name, and no empty one", () => {
  const address = new URL(`${page}?utm_source=bio&utm_source=story&utm_medium=`);
  expect(sourceOf(address, "")).toEqual({ utm_source: "bio" });
});

test("sourceOf cuts a long value after 200 characters", () => {
  const address = new URL(`${page}?utm_source=${"x".repeat(201)}`);
  expect(sourceOf(address, "")?.utm_source).toHaveLength(200);
});
