import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMistakes } from "./find-mistakes.ts";

// A copy of the delivered content files. The owner may change content/, and these tests must not depend on the changes.
const launch = `import type { Launch } from "./shapes/launch.ts";

/** O evento e os "números" da oferta. */
export const launch: Launch = {
  event: {
    month: 11,
    day: 11,
    hour: 20,
    minute: 0,
    timeZone: "America/Sao_Paulo",
    year: "next",
    durationMinutes: 120,
    doorsMinutes: 15,
    daysAfter: 7,
    /** Com gravação: { address: "https://…", days: 3 }. */
    replay: "none",
  },
  currency: "R$",
  guaranteeDays: { page: 7, summary: 15 },
  access: { page: "lifetime", summary: 5 },
  voucher: { pay: "R$ 50", redeem: "R$ 300" },
  bonusLimit: 1000,
  audience: "300 mil",
  popupDelaySeconds: 5,
  floatingCtaScrollPx: 300,
  inPageFormSends: false,
};
`;
const links = `import type { Links } from "./shapes/links.ts";

export const links: Links = {
  publicKey: "black-ahsd-public-key",
  checkout: "https://exemplo.com.br/voucher",
  group: "https://chat.whatsapp.com/AbC",
  supportPhone: "5511987654321",
  supportChat: "https://wa.me/{phone}?text=",
  videoPage: "https://www.youtube.com/watch?v={video}",
  videoPlayer: "https://www.youtube-nocookie.com/embed/{video}",
  supportEmail: "contato@exemplo.com.br",
  company: { name: "Empresa", cnpj: "11.222.333/0001-81" },
  videos: {
    solidao: "exemplo0002",
    "tdah-e-autismo": "exemplo0005",
  },
};
`;
const lessons = `import { filled } from "./filled.ts";

export const lessons = filled<Lessons>({
  title: "Aulas gratuitas",
  text: "Sem cadastro.",
  drawings: "Os desenhos são exemplos.",
  playLabel: "Assistir à aula: {title}",
  lessons: [
    { video: "solidao", title: "Solidão existencial" },
    { video: "tdah-e-autismo", title: "TDAH e autismo" },
  ],
});
`;
const faq = `import { filled } from "./filled.ts";
import type { Faq } from "./shapes/words.ts";

export const faq = filled<Faq>({
  title: "PERGUNTAS",
  questions: [
    {
      question: "Por quanto tempo?",
      answer: "O acesso é {access}, a todos os cursos.",
    },
    {
      question: "Quando?",
      answer: "Durante a aula, em {date}, às {hour}.",
      /** A resposta depois da aula. */
      after: "Durante a próxima aula.",
    },
  ],
});
`;
const courses = `import { filled } from "./filled.ts";

export const courses = filled<Courses>({
  title: "Os cursos",
  intro: "Todos fazem parte da oferta.",
  included: "Incluído",
  fullPrice: "Preço normal:",
  perks: ["Certificado", "PDFs das aulas", "Atualizações"],
  courses: [
    { title: "O Antinatural", included: true, originalPrice: "R$ 397" },
    { title: "Superando a Ansiedade", included: true, originalPrice: "R$ 1.297" },
  ],
  materials: {
    title: "Materiais",
    text: "PDFs e testes.",
  },
});
`;
const fixed: Record<string, string> = {
  "launch.ts": launch,
  "links.ts": links,
  "lessons.ts": lessons,
  "faq.ts": faq,
  "courses.ts": courses,
};

const unclear = "Confira as aspas e as vírgulas desta linha e da de cima.";

test("content/ has no mistakes", () => {
  expect(findMistakes("content")).toEqual([]);
});

/** Each slip of an owner: its name, file and line, the text before, the text that the owner wrote, and the expected mistake. */
const slips = String.raw`
no last quote | faq.ts:5 | PERGUNTAS" | PERGUNTAS | unclear
no first quote | faq.ts:8 | "Por quanto | Por quanto | unclear
month 13 | launch.ts:6 | month: 11 | month: 13 | Escreva um número de 1 a 12.
hour 25 | launch.ts:8 | hour: 20 | hour: 25 | Escreva um número de 0 a 23.
a price without quotes | launch.ts:21 | "R$ 50" | R$ 50 | unclear
a price as a number | courses.ts:10 | "R$ 397" | 397 | Escreva o preço entre aspas, assim: "R$ 5.968,00" ou "R$ 50"
a mistyped name | launch.ts:22 | bonusLimit: | bonusLimt: | Escreva bonusLimit no lugar.
a word in braces that is none | faq.ts:13 | {date} | {data} | Escreva {date}, ou apague {data}.
a whole address for a code | links.ts:14 | "exemplo0002" | "https://youtu.be/dQw4w9WgXcQ?t=3" | Escreva só o código do vídeo: os 11 sinais depois de watch?v=
no comma at the end | launch.ts:9 | hour: 20, | hour: 20 | unclear
no comma in a list | courses.ts:8 | "Certificado", | "Certificado" | unclear
no comma between two items | faq.ts:11 | },\n    {\n      question: "Quando | }\n    {\n      question: "Quando | unclear
straight quotes inside | faq.ts:9 | a todos os | a "todos" os | unclear
curly quotes around | faq.ts:5 | "PERGUNTAS" | “PERGUNTAS” | unclear
an hour with an h | launch.ts:8 | hour: 20 | hour: 20h | unclear
an hour with minutes | launch.ts:8 | hour: 20 | hour: 20:30 | unclear
a point for thousands | launch.ts:22 | 1000 | 1.000 | Escreva só os algarismos, como 1000; com decimais, 0.5.
a decimal comma | launch.ts:24 | Seconds: 5 | Seconds: 0,5 | unclear
a text without quotes | launch.ts:23 | "300 mil" | 300 mil | unclear
a number in quotes | launch.ts:22 | bonusLimit: 1000 | bonusLimit: "1000" | deve ser um número, sem aspas.
a Portuguese yes | launch.ts:26 | inPageFormSends: false | inPageFormSends: sim | deve ser true (sim) ou false (não), sem aspas.
a line deleted | faq.ts:7 | answer: "O acesso é {access}, a todos os cursos.", |  | Escreva essa linha de novo, ou desfaça a última alteração
an empty text | faq.ts:5 | "PERGUNTAS" | "" | Escreva o texto entre as aspas.
a closing brace deleted | faq.ts:10 | },\n    {\n      question: "Quando | {\n      question: "Quando | unclear
a day that is none | launch.ts:7 | day: 11 | day: 31 | Corrija o dia ou o mês.
a link without https | links.ts:5 | https://exemplo.com.br/voucher | exemplo.com.br/voucher | Escreva o endereço inteiro, como no navegador
a link with http | links.ts:5 | https://exemplo.com.br/voucher | http://exemplo.com.br/voucher | Escreva o endereço inteiro, como no navegador
WhatsApp of a person | links.ts:6 | https://chat.whatsapp.com/AbC | https://wa.me/5511987654321 | Escreva o convite do grupo
a phone with signs | links.ts:7 | "5511987654321" | "+55 (11) 98765-4321" | Escreva só os números, com 55 e o DDD: "5511987654321".
a price with a point | courses.ts:10 | R$ 397 | R$ 397.00 | Escreva o preço entre aspas, assim: "R$ 5.968,00" ou "R$ 50"
an emoji in a price | launch.ts:21 | R$ 50 | R$ 50 🎉 | Escreva o preço entre aspas, assim: "R$ 5.968,00" ou "R$ 50"
a name twice | launch.ts:9 | hour: 20, | hour: 20,\n    hour: 21, | Apague um dos dois.
an empty list | courses.ts:8 | ["Certificado", "PDFs das aulas", "Atualizações"] | [] | deve ser um texto entre aspas, assim: "…".
undefined | faq.ts:8 | "Por quanto tempo?" | undefined | Escreva o texto entre aspas retas: "…".
no value | faq.ts:8 | "Por quanto tempo?" |  | unclear
a dash as a code | faq.ts:5 | PERGUNTAS | PERGUNTAS &mdash; RESPOSTAS | Escreva o próprio sinal, e salve em UTF-8.
a semicolon | launch.ts:8 | hour: 20, | hour: 20; | unclear
// before a line | faq.ts:7 | questions: [ | // questions: [ | unclear
// before a text | faq.ts:4 | title: | // title: | Escreva essa linha de novo, ou desfaça a última alteração
a year in quotes | launch.ts:11 | "next" | "2027" | deve ser "next" ou um número sem aspas, de 2025 a 2100.
a video that links lack | lessons.ts:9 | video: "solidao" | video: "solidão" | Escreva um dos nomes de "videos" em content/links.ts
a hyphen without quotes | links.ts:15 | "tdah-e-autismo": | tdah-e-autismo: | unclear
the last line lost | faq.ts:17 | }); |  | unclear
the name of the file's value | faq.ts:4 | export const faq | export const perguntas | Escreva faq no lugar.
lines of Git | faq.ts:5 | {\n  title | {\n<<<<<<< HEAD\n  title | unclear
a number with a zero | launch.ts:9 | minute: 0 | minute: 05 | Escreva só os algarismos, como 1000; com decimais, 0.5.
`
  .trim()
  .split("\n")
  .map((row) => row.replaceAll("\\n", "\n").split(" | "));

test.each(slips)(
  "%s is told with its file, its line and what to write",
  async (_, place = "", from = "", to = "", says = "") => {
    const [file = "", line] = place.split(":");
    const text = fixed[file] ?? "";
    expect(text).toContain(from);
    const found = await mistakes({ [file]: text.replace(from, () => to) });
    const told = found.filter((sentence) => sentence.endsWith(`(linha ${line})`));
    expect(told).toEqual([expect.stringContaining(says === "unclear" ? unclear : says)]);
    expect(told[0]).toMatch(new RegExp(`^content/${file}: `));
  },
);

test.each([
  ["half of a file", "faq.ts", faq.slice(0, faq.indexOf("próxima")), unclear],
  ["an empty file", "faq.ts", "", "Desfaça a última alteração com Ctrl+Z."],
  ["a copy of a file", "faq - Copia.ts", faq, "Apague um dos dois."],
  ["a file that Notepad has named anew", "faq.ts.txt", faq, "Apague um dos dois."],
  ["another encoding", "faq.ts", Buffer.from(faq, "latin1"), "e salve em UTF-8."],
  ["two bytes a letter", "faq.ts", Buffer.from(`\uFEFF${faq}`, "utf16le"), unclear],
  [
    "no import of filled",
    "faq.ts",
    faq.slice(faq.indexOf("import type")),
    "import { filled } from",
  ],
  ["a word after the end", "faq.ts", `${faq}fim\n`, "Apague essa linha."],
])("%s is a mistake, which says what to do", async (_, file, text, says) => {
  const found = await mistakes({ [file]: text });
  expect(found[0]).toMatch(/^content\/faq.*\(linha \d+\)$/);
  expect(found[0]).toContain(says);
});

test("a file that is gone is a mistake", async () => {
  expect((await mistakes({ "faq.ts": undefined }))[0]).toContain('"faq" falta aqui.');
});

test("mistakes of several files are told at once", async () => {
  const found = await mistakes({
    "launch.ts": launch.replace("hour: 20", "hour: 24").replace("day: 11", "day: 32"),
    "faq.ts": faq.replace('"PERGUNTAS"', "“PERGUNTAS”"),
    "courses.ts": courses.replace('"R$ 397"', '"397"'),
  });
  expect(found.map((sentence) => sentence.replace(/:.*\(/, " ("))).toEqual([
    "content/courses.ts (linha 10)",
    "content/faq.ts (linha 5)",
    "content/launch.ts (linha 7)",
    "content/launch.ts (linha 8)",
  ]);
});

test.each([
  ["the mark and the line ends of Windows", "faq.ts", `\uFEFF${faq.replaceAll("\n", "\r\n")}`],
  ["half seconds", "launch.ts", launch.replace("Seconds: 5", "Seconds: 0.5")],
  [
    "single quotes and odd blanks",
    "faq.ts",
    faq.replace('  title: "PERGUNTAS"', "\ttitle :  'PERGUNTAS' "),
  ],
])("%s are no mistake", async (_, file, text) => {
  expect(await mistakes({ [file]: text })).toEqual([]);
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "content-"));
  await cp("content", folder, { recursive: true });
  await save(fixed);
});
afterAll(() => rm(folder, { recursive: true }));

type Files = { [file: string]: string | Buffer | undefined };

/** The mistakes in a copy of content/ with these files saved in it; undefined means that the file is deleted. */
async function mistakes(saved: Files): Promise<string[]> {
  await save(saved);
  const found = findMistakes(folder);
  await save(Object.fromEntries(Object.keys(saved).map((file) => [file, fixed[file]])));
  return found;
}

async function save(files: Files): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    if (text === undefined) await rm(join(folder, file));
    else await writeFile(join(folder, file), text);
  }
}
