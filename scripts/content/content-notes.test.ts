import { expect, test } from "vitest";
import { notesOn } from "./content-notes.ts";

const now = { date: "13 de novembro", hour: "19h30", courses: 11 };
const right = { ...now, guarantee: "duas formas", access: "uma forma só" };

test.each([
  ["A aula é em 11 de\u00a0novembro.", "“11 de novembro”, o que não é mais certo. Escreva {date}."],
  ["Às 20h, em 13 de novembro.", "“Às 20h”, o que não é mais certo. Escreva às {hour}."],
  ["Pacote de 12 cursos.", "“12 cursos”, o que não é mais certo. Escreva 11 cursos."],
  ["O pacote de duas formas.", "“pacote de duas formas”, o que não é mais certo. Escreva que"],
])("a text that is not true any more is named: %s", (text, says) => {
  expect(notesOn("answer", text, right)).toEqual([expect.stringContaining(says)]);
});

test.each([
  "Em 13 de novembro, às 19h30, com 11 cursos, e a garantia de duas formas.",
  "Em {date}, às {hour}, pela Lei nº 13.709, de 14 de agosto de 2018.",
])("a text that is true has no note: %s", (text) => {
  expect(notesOn("answer", text, right)).toEqual([]);
});
