import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { parseLead } from "#lead/parse-lead.ts";
import { shellWord } from "./escape.ts";

test.each(["ana@example.com", "Ana.Lima+black_2-x@example.com.br"])(
  "%s stays unchanged",
  (email) => {
    expect(shellWord(email)).toBe(email);
  },
);

test.each([
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
