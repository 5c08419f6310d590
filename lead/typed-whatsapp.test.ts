import fc from "fast-check";
import { expect, test } from "vitest";
import { missingInWhatsapp, spaceWhatsapp } from "./typed-whatsapp.ts";
import { readWhatsapp } from "./whatsapp.ts";

test.each([
  ["11987654321", "(11) 98765-4321"],
  ["(11) 98765-4321", "(11) 98765-4321"],
  ["11.9.8765.4321", "(11) 98765-4321"],
  ["1134567890", "(11) 3456-7890"],
  ["1187654321", "(11) 8765-4321"],
])("%s is spaced as %s", (typed, spaced) => {
  expect(spaceWhatsapp(typed)).toBe(spaced);
});

test.each([
  "",
  "119",
  "1198765432",
  "(51) 9876-5432",
  "119876543210",
  "011987654321",
  "+55 11 98765-4321",
  "zap 11987654321",
  "11987654321 / 11912345678",
])('"%s" stays as it was typed', (typed) => {
  expect(spaceWhatsapp(typed)).toBe(typed);
});

test("a spaced number is the number that was typed", () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 13 });
  fc.assert(
    fc.property(digits, (typed) => {
      const text = typed.join("");
      expect(readWhatsapp(spaceWhatsapp(text))).toBe(readWhatsapp(text));
    }),
  );
});

test.each([
  ["119", "digits"],
  ["(11) 98765-432", "digits"],
  ["abc", "digits"],
  ["987654321", "area"],
])('"%s" seems to lack %s', (typed, what) => {
  expect(missingInWhatsapp(typed)).toBe(what);
});

test.each([
  "",
  "(11) 98765-4321",
  "(11) 3456-7890",
  "0 15 11 98765-4321",
  "0xx11 3456-7890",
  "55 11 8765-4321",
  "00 55 (11) 98765-4321",
  "+1 415 555",
  "351 912 345 678",
  "zap: 11 98765.4321 (Ana)",
])('"%s" may be a number', (typed) => {
  expect(missingInWhatsapp(typed)).toBeUndefined();
});
