import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { parseLead } from "#lead/parse-lead.ts";
import { escapeForTerminal, escapeJson, shellWord } from "./escape.ts";

test.each([
  ["\u001b[31mred\u001b[0m", "\\u001b[31mred\\u001b[0m"],
  ["\u009b31mred", "\\u009b31mred"],
  ["one\r\ntwo\tthree", "one\\u000d\\u000atwo\\u0009three"],
  ["a\u202etxt.exe\u2066\u200f", "a\\u202etxt.exe\\u2066\\u200f"],
  ["line\u2028line\u2029", "line\\u2028line\\u2029"],
  ["hidden\u200b\ufeff\u{e0041}", "hidden\\u200b\\ufeff\\udb40\\udc41"],
  ["\u007f\u0000\ud800", "\\u007f\\u0000\\ud800"],
])("the control characters in %j become visible escapes", (text, shown) => {
  expect(escapeForTerminal(text)).toBe(shown);
});

test.each(["Zoë D’Ávila 🖤", "👩‍👩‍👧", "می‌خواهم", "山田 太郎"])("%s stays unchanged", (name) => {
  expect(escapeForTerminal(name)).toBe(name);
});

test("the escaped JSON holds the same data, and no control characters", () => {
  const value = { name: "a\u202eb\u009bc\u001b\n", list: ["\u{e0041}"] };
  const json = escapeJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toMatch(/^[\x20-\x7e\n]*$/);
});

test.each([
  ["Ana.Lima+black_2-x@example.com.br", "Ana.Lima+black_2-x@example.com.br"],
  ["`touch$IFS`x@example.com", "'`touch$IFS`x@example.com'"],
  ["a|b@example.com", "'a|b@example.com'"],
  ["o'brien@example.com", "'o'\\''brien@example.com'"],
  ["-x@example.com", "'-x@example.com'"],
  ["~root@example.com", "'~root@example.com'"],
  ["a\u001b\n@example.com", "'a\\u001b\\u000a@example.com'"],
  ["/backups/leads.dump", "'/backups/leads.dump'"],
  ["", "''"],
])("%j becomes the shell word %s", (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test("a shell passes on unchanged each character that an e-mail may have", () => {
  const email = "'-`id`$HOME$IFS&*#!?=/^~|{}%'@example.com";
  expect(parseLead({ name: "x", email, whatsapp: "x" })).toMatchObject({ kind: "lead" });
  const shown = execFileSync("sh", ["-c", `printf %s ${shellWord(email)}`], { encoding: "utf8" });
  expect(shown).toBe(email);
});
