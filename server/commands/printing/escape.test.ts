import { expect, test } from "vitest";
import { escapeJson, inert } from "./escape.ts";

test.each([
  ["\u001b[31mred\u001b[0m", "\\u001b[31mred\\u001b[0m"],
  ["\u009b31mred", "\\u009b31mred"],
  ["one\r\ntwo\tthree", "one\\u000d\\u000atwo\\u0009three"],
  ["a\u202etxt.exe\u2066\u200f", "a\\u202etxt.exe\\u2066\\u200f"],
  ["line\u2028line\u2029", "line\\u2028line\\u2029"],
  ["hidden\u200b\ufeff\u{e0041}", "hidden\\u200b\\ufeff\\udb40\\udc41"],
  ["\u007f\u0000\ud800", "\\u007f\\u0000\\ud800"],
])("%j is shown, not obeyed", (text, shown) => {
  expect(inert(text)).toBe(shown);
});

test.each(["Zoë D’Ávila 🖤", "👩‍👩‍👧", "می‌خواهم", "山田 太郎"])("%s stays", (name) => {
  expect(inert(name)).toBe(name);
});

test("JSON says the same when it is read, and obeys nothing on the way", () => {
  const value = { name: "a\u202eb\u009bc\u001b\n", list: ["\u{e0041}"] };
  const json = escapeJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toMatch(/^[\x20-\x7e\n]*$/);
});
