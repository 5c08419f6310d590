import { expect, test } from "vitest";
import { suggestEmail } from "./email-suggestion.ts";

test.each([
  ["ana@gmial.com", "ana@gmail.com"],
  ["ana@gmail.con", "ana@gmail.com"],
  ["ana@gmal.com", "ana@gmail.com"],
  ["ana@hotmial.com", "ana@hotmail.com"],
  ["ana@hotmail.com.br", undefined],
  ["ana@outlok.com", "ana@outlook.com"],
  ["ana@yaho.com.br", "ana@yahoo.com.br"],
  ["Ana.Silva@GMIAL.com", "Ana.Silva@gmail.com"],
  ["ana@gmail.com", undefined],
  ["ana@yahoo.com", undefined],
  ["ana@escola.com.br", undefined],
  ["ana@aol.com", undefined],
  ["ana@me.com", undefined],
  ["ana@ymail.com", undefined],
  ["ana", undefined],
  ["@gmial.com", undefined],
  ["", undefined],
])("suggestEmail suggests for %s: %s", (typed, suggested) => {
  expect(suggestEmail(typed)).toBe(suggested);
});
