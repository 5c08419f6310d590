import { expect, test } from "vitest";
import { sourceOf } from "./visit-source.ts";

const page = "https://black.exemplo.com.br/";
const names = { utm_source: "instagram", utm_medium: "bio", fbclid: "abc" };

test.each<[string, string, string, object | undefined]>([
  [
    "campaign names and click ids, and nothing else",
    "?utm_source=instagram&utm_medium=bio&fbclid=abc&email=a@b.com",
    "",
    names,
  ],
  ["the first of two values", "?utm_source=bio&utm_source=story", "", { utm_source: "bio" }],
  ["no empty value", "?utm_source=bio&utm_medium=", "", { utm_source: "bio" }],
  [
    "the first 200 characters",
    `?utm_source=${"x".repeat(201)}`,
    "",
    { utm_source: "x".repeat(200) },
  ],
  [
    "only the origin of a referrer",
    "",
    "https://l.instagram.com/?u=private",
    { referrer: "https://l.instagram.com" },
  ],
  ["nothing of our own site", "", `${page}termos-uso`, undefined],
  ["nothing that is no address", "", "not an address", undefined],
  ["no referrer of the address", "?referrer=https://example.com", "", undefined],
])("sourceOf takes %s", (_, search, referrer, expected) => {
  expect(sourceOf(new URL(page + search), referrer)).toEqual(expected);
});
