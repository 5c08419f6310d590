import { expect, test } from "vitest";
import { withMovedTimes } from "./moved-words.ts";

const planned = { date: "1 de novembro", hour: "20h" };
const moved = { planned, times: { date: "13 de novembro", hour: "19h30" } };

test("a text names the moved date and hour in place of the planned ones", () => {
  const text = "Em 1 de novembro, às 20h. Às 20h!";
  expect(withMovedTimes(text, moved)).toBe("Em 13 de novembro, às 19h30. Às 19h30!");
});

test.each(["Em 11 de novembro.", "Às 20h30.", "Nos 120hectares.", "Em 1 de dezembro."])(
  "the text “%s” stays, because it names neither the planned date nor the planned hour",
  (text) => {
    expect(withMovedTimes(text, moved)).toBe(text);
  },
);

test("a text of an event that was not moved stays", () => {
  const text = "Em 1 de novembro, às 20h.";
  expect(withMovedTimes(text, { planned, times: planned })).toBe(text);
});

test("signs with a meaning in patterns are taken as they are", () => {
  const dotted = {
    planned: { date: "1. nov (dom.)", hour: "20h" },
    times: { date: "$1 & $&", hour: "20h" },
  };
  expect(withMovedTimes("Em 1. nov (dom.), às 20h.", dotted)).toBe("Em $1 & $&, às 20h.");
});
