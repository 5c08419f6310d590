import { expect, test } from "vitest";
import { readPreview, signPreview } from "./preview.ts";

const until = Date.parse("2026-11-01T12:00:00Z");
const link = signPreview("key", { phase: "live", until });

test("a link opens the phase that was signed, until its time is over", () => {
  expect(readPreview("key", new URLSearchParams(link), until - 1)).toBe("live");
  expect(readPreview("key", new URLSearchParams(link), until)).toBeUndefined();
});

test.each([
  ["another phase", link.replace("live", "over")],
  ["a later end", link.replace("ate=1", "ate=2")],
  ["no signature", link.replace(/assinatura=.*/, "")],
  ["a signature that is cut", link.slice(0, -1)],
  [
    "a phase that does not exist",
    signPreview("key", { phase: "live", until }).replace("live", "x"),
  ],
  ["the key of another store", signPreview("other", { phase: "live", until })],
  ["nothing", ""],
])("a link with %s opens nothing", (_, changed) => {
  expect(readPreview("key", new URLSearchParams(changed), 0)).toBeUndefined();
});
