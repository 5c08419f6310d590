import { expect, test } from "vitest";
import { handWritten, type NamedText, repeated, strayFiles, termsNotes } from "./content-notes.ts";

const is = { date: "13 de novembro", hour: "19h30", courses: 11 };

test.each([
  ["A aula é em 11 de novembro.", "diz “11 de novembro”, mas a aula é em 13 de novembro."],
  ["A aula é em 13 de novembro, às 20h.", "diz “às 20h”, mas a aula é às 19h30."],
  ["Pacote de 12 cursos.", "diz “12 cursos”, mas a lista de content/courses.ts tem 11."],
])("a text that is not true any more is named: %s", (text, says) => {
  expect(handWritten(named({ text }), is).map((note) => note.text)).toEqual([
    `content/faq.ts: "answer" (linha 3) ${says}`,
  ]);
});

test.each([
  "Em 13 de novembro, às 19h30, com 11 cursos.",
  "Em {date}, às {hour}, pela Lei nº 13.709, de 14 de agosto de 2018.",
])("a text that is true has no note: %s", (text) => {
  expect(handWritten(named({ text }), is)).toEqual([]);
});

test("a course that stands twice is named with both lines", () => {
  const course = { file: "courses.ts", name: "title", path: "courses.title" };
  const notes = repeated([
    named({ ...course, line: 10, text: "O Antinatural" }),
    named({ ...course, line: 14, text: "o antinatural" }),
    named({ ...course, line: 15, text: "Outro" }),
  ]);
  expect(notes.map(({ text }) => text)).toEqual([
    'content/courses.ts: "title" (linha 14) repete o texto da linha 10: “o antinatural”.',
  ]);
});

test("terms that speak of two guarantees are named only when both are the same", () => {
  const text = "A página apresenta a garantia de duas formas, repetidas aqui.";
  const terms = [named({ file: "terms.ts", line: 72, text })];
  const access = { page: 5, summary: 3 } as const;
  expect(termsNotes(terms, { guaranteeDays: { page: 7, summary: 15 }, access })).toEqual([]);
  const [note] = termsNotes(terms, { guaranteeDays: { page: 7, summary: 7 }, access });
  expect(note?.text).toContain("ainda fala de duas formas (linhas 72)");
});

test.each([
  ["hero.ts.txt", "content/hero.ts. Depois apague content/hero.ts.txt."],
  ["hero-copia.ts", "content/hero.ts. Depois"],
  ["hero - Copia.ts", "content/hero.ts. Depois"],
  ["perguntas.ts", "Apague-o"],
])("the stray file %s is named with the true one", (name, says) => {
  const [note] = strayFiles(["README.md", "hero.ts", "shapes", ".DS_Store", name]);
  expect(note?.todo).toContain(says);
});

function named(own: Partial<NamedText>): NamedText {
  return { file: "faq.ts", line: 3, name: "answer", path: "questions.answer", text: "", ...own };
}
