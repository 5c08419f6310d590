import { expect, test } from "vitest";
import { describeError } from "./log.ts";

const place = expect.stringMatching(/^at .*log\.test\.ts:\d+:\d+\)?$/);

test("of an error its kind, its code and its places are told", () => {
  const error = Object.assign(new TypeError("something"), { code: "E1" });
  expect(describeError(error)).toEqual({
    type: "TypeError",
    code: "E1",
    frames: expect.arrayContaining([place]),
  });
});

test.each([
  ["of one line", "ana@example.com"],
  ["of many", "ana\nana@example.com\n  ana"],
  ["that looks like places in the code", "ana\n    at ana@example.com:1:1\n    at ana (a.ts:1:1)"],
  ["that is nothing", ""],
])("a message %s is never told", (_, message) => {
  const told = describeError(new Error(message));
  expect(told).toMatchObject({ frames: expect.arrayContaining([place]) });
  expect(JSON.stringify(told)).not.toContain("ana");
});

test("places that cannot be told from a message that was changed are left out", () => {
  const error = new Error("ana\n    at ana@example.com:1:1");
  expect(error.stack).toContain("ana@");
  error.message = "changed";
  expect(describeError(error)).toMatchObject({ frames: [] });
});

test.each(["ana@example.com", { email: "ana@example.com" }, null, undefined])(
  "what is thrown without being an error is told by its type: %j",
  (thrown) => {
    expect(describeError(thrown)).toEqual({ type: typeof thrown });
  },
);
