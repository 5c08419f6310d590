import { expect, test } from "vitest";
import { contentFingerprint, recordedFingerprint } from "#scripts/check/delivered-content.mjs";

const advice =
  "content/ differs from its record. If the delivered words should change, correct the tests of the specification's words, then: node scripts/check/delivered-content.mjs --record";

test("content/ is as delivered, so the tests of the specification's words run for everyone", () => {
  expect(contentFingerprint(), advice).toBe(recordedFingerprint());
});
