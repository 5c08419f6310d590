import fc from "fast-check";
import { expect, test } from "vitest";
import { inertName } from "./inert-name.ts";

test.each([
  ["%EMAIL%", "％EMAIL％"],
  ["Ana %IF $PHONE%Lima%/IF%", "Ana ％IF $PHONE％Lima％/IF％"],
  ["<script>alert(1)</script>", "‹script›alert(1)‹/script›"],
  ["{{ contact.email }}", "(( contact.email ))"],
  ["Ana\r\nBcc: all@example.com", "Ana Bcc: all@example.com"],
  ["Ana\u202emiL\u202c", "Ana miL"],
  ["\u001b[31mAna", "[31mAna"],
  ["Ana\u2028Lima\u0000", "Ana Lima"],
])("%j is sent on as %j", (name, sent) => {
  expect(inertName(name)).toBe(sent);
});

test.each([
  "Ana Lima",
  "Zoë D’Ávila 🖤",
  "O'Brien & Filhos",
  "👩‍👩‍👧",
  "می‌خواهم",
  "山田 太郎",
  "=cmd()",
])("%s stays as it was written", (name) => {
  expect(inertName(name)).toBe(name);
});

test("a letter in the place of a name is cut, and never through a sign", () => {
  expect(Array.from(inertName("🖤".repeat(300)))).toHaveLength(200);
});

test("whatever was typed, nothing that is obeyed is left, and twice changes no more", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const sent = inertName(name);
      expect(sent).not.toMatch(/[%<>{}\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      expect(inertName(sent)).toBe(sent);
    }),
  );
});
