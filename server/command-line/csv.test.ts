import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.each([
  ["Ana", "Ana"],
  ["Lima, Ana", '"Lima, Ana"'],
  ['"Ana"', '"""Ana"""'],
  [" Ana ", '" Ana "'],
  ["Lima; Ana", '"Lima; Ana"'],
  ["Zoë 🖤", "Zoë 🖤"],
])("%j is written as %s", (text, cell) => {
  expect(csvLine([text, ""])).toBe(`${cell},\r\n`);
});

test.each(["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", " =", "\u00a0@"])(
  "a cell that begins with %j is no formula",
  (start) => {
    expect(csvLine([`${start}cmd()`])).toMatch(/^"?'/);
  },
);

test.each(["\t", "\r", "\n"])("a cell that begins with %j is text on one line", (start) => {
  expect(csvLine([`${start}=cmd()`])).toMatch(/^'\\u00\w\w=cmd\(\)\r\n$/);
});

test("a cell is no formula where Excel splits cells at semicolons", () => {
  expect(csvLine(["Ana;=cmd()"])).toBe('"Ana;\'=cmd()"\r\n');
  expect(csvLine(['Ana;"=cmd();b'])).toBe('"Ana;\'""=cmd();b"\r\n');
});

test("a number in E.164 stays unchanged, and a longer one is no formula", () => {
  expect(csvLine(["+5511987654321", "+55 11 98765-4321", "+1+cmd()"])).toBe(
    "+5511987654321,'+55 11 98765-4321,'+1+cmd()\r\n",
  );
  expect(csvLine(["+123456789012345", "+1234567890123456"])).toBe(
    "+123456789012345,'+1234567890123456\r\n",
  );
});
