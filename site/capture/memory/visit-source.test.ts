import { expect, test } from "vitest";
import { visitParameters } from "#lead/visit-source.ts";
import { save } from "#site/ui/browser-storage.ts";
import { rememberVisitSource, sourceOf, visitSources } from "./visit-source.ts";

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

test.each([
  ["two short sources", 3, ["first", "last"]],
  ["the last alone of two sources that are too long together", 12, ["last"]],
  ["none of a source that is too long to be sent", 200, []],
])("a sign-up tells %s", (_, length, told) => {
  save("device", "first-source", null);
  const address = new URL(page);
  for (const name of visitParameters) address.searchParams.set(name, "ç".repeat(length));
  rememberVisitSource(address, "");
  expect(Object.keys(visitSources())).toEqual(told);
});
