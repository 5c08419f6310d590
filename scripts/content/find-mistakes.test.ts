import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findMistakes } from "./find-mistakes.ts";

// Files as they could be delivered. The owner may change those in content/, and these tests must not depend on that.
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
  live: "https://exemplo.com.br/aula-ao-vivo",
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

test.each([
  ["no last quote", "faq.ts", 'PERGUNTAS"', "PERGUNTAS", 5, unclear],
  ["no first quote", "faq.ts", '"Por quanto', "Por quanto", 8, unclear],
  ["month 13", "launch.ts", "month: 11", "month: 13", 6, "Escreva um número de 1 a 12."],
  ["hour 25", "launch.ts", "hour: 20", "hour: 25", 8, "Escreva um número de 0 a 23."],
  ["a price without quotes", "launch.ts", '"R$ 50"', "R$ 50", 21, unclear],
  [
    "a price as a number",
    "courses.ts",
    '"R$ 397"',
    "397",
    10,
    'Escreva o preço entre aspas, assim: "R$ 5.968,00" ou "R$ 50"',
  ],
  ["a mistyped name", "launch.ts", "bonusLimit:", "bonusLimt:", 22, "Escreva bonusLimit no lugar."],
  [
    "a word in braces that is none",
    "faq.ts",
    "{date}",
    "{data}",
    13,
    "Escreva {date}, ou apague {data}.",
  ],
  [
    "a whole address for a code",
    "links.ts",
    '"exemplo0002"',
    '"https://youtu.be/dQw4w9WgXcQ?t=3"',
    15,
    "Escreva só o código do vídeo: os 11 sinais depois de watch?v",
  ],
  ["no comma at the end", "launch.ts", "hour: 20,", "hour: 20", 9, unclear],
  ["no comma in a list", "courses.ts", '"Certificado",', '"Certificado"', 8, unclear],
  [
    "no comma between two items",
    "faq.ts",
    '    },\n    {\n      question: "Quando',
    '    }\n    {\n      question: "Quando',
    11,
    unclear,
  ],
  ["straight quotes inside", "faq.ts", "a todos os", 'a "todos" os', 9, unclear],
  ["curly quotes around", "faq.ts", '"PERGUNTAS"', "“PERGUNTAS”", 5, unclear],
  ["an hour with an h", "launch.ts", "hour: 20", "hour: 20h", 8, unclear],
  ["an hour with minutes", "launch.ts", "hour: 20", "hour: 20:30", 8, unclear],
  [
    "a point for thousands",
    "launch.ts",
    "1000",
    "1.000",
    22,
    "Escreva só os algarismos, como 1000; com decimais, 0.5.",
  ],
  ["a decimal comma", "launch.ts", "Seconds: 5", "Seconds: 0,5", 24, unclear],
  ["a text without quotes", "launch.ts", '"300 mil"', "300 mil", 23, unclear],
  [
    "a number in quotes",
    "launch.ts",
    "bonusLimit: 1000",
    'bonusLimit: "1000"',
    22,
    "deve ser um número, sem aspas.",
  ],
  [
    "a Portuguese yes",
    "launch.ts",
    "inPageFormSends: false",
    "inPageFormSends: sim",
    26,
    "deve ser true (sim) ou false (não), sem aspas.",
  ],
  [
    "a line deleted",
    "faq.ts",
    '      answer: "O acesso é {access}, a todos os cursos.",\n',
    "",
    7,
    "Escreva essa linha de novo, ou desfaça a última alteração co",
  ],
  ["an empty text", "faq.ts", '"PERGUNTAS"', '""', 5, "Escreva o texto entre as aspas."],
  [
    "a closing brace deleted",
    "faq.ts",
    '    },\n    {\n      question: "Quando',
    '    {\n      question: "Quando',
    10,
    unclear,
  ],
  ["a day that is none", "launch.ts", "day: 11", "day: 31", 7, "Corrija o dia ou o mês."],
  [
    "a link without https",
    "links.ts",
    "https://exemplo.com.br/voucher",
    "exemplo.com.br/voucher",
    5,
    "Escreva o endereço inteiro, como no navegador, sem espaços e",
  ],
  [
    "a link with http",
    "links.ts",
    "https://exemplo.com.br/voucher",
    "http://exemplo.com.br/voucher",
    5,
    "Escreva o endereço inteiro, como no navegador, sem espaços e",
  ],
  [
    "WhatsApp of a person",
    "links.ts",
    "https://chat.whatsapp.com/AbC",
    "https://wa.me/5511987654321",
    7,
    "Escreva o convite do grupo",
  ],
  [
    "a phone with signs",
    "links.ts",
    '"5511987654321"',
    '"+55 (11) 98765-4321"',
    8,
    'Escreva só os números, com 55 e o DDD: "5511987654321".',
  ],
  [
    "a price with a point",
    "courses.ts",
    "R$ 397",
    "R$ 397.00",
    10,
    'Escreva o preço entre aspas, assim: "R$ 5.968,00" ou "R$ 50"',
  ],
  [
    "an emoji in a price",
    "launch.ts",
    "R$ 50",
    "R$ 50 🎉",
    21,
    'Escreva o preço entre aspas, assim: "R$ 5.968,00" ou "R$ 50"',
  ],
  [
    "a name twice",
    "launch.ts",
    "    hour: 20,\n",
    "    hour: 20,\n    hour: 21,\n",
    9,
    "Apague um dos dois.",
  ],
  [
    "an empty list",
    "courses.ts",
    '["Certificado", "PDFs das aulas", "Atualizações"]',
    "[]",
    8,
    'deve ser um texto entre aspas, assim: "…".',
  ],
  [
    "undefined",
    "faq.ts",
    '"Por quanto tempo?"',
    "undefined",
    8,
    'Escreva o texto entre aspas retas: "…".',
  ],
  ["no value", "faq.ts", '"Por quanto tempo?"', "", 8, unclear],
  [
    "a dash as a code",
    "faq.ts",
    "PERGUNTAS",
    "PERGUNTAS &mdash; RESPOSTAS",
    5,
    "Escreva o próprio sinal, e salve em UTF-8.",
  ],
  ["a semicolon", "launch.ts", "hour: 20,", "hour: 20;", 8, unclear],
  ["// before a line", "faq.ts", "  questions: [", "  // questions: [", 7, unclear],
  [
    "// before a text",
    "faq.ts",
    "  title:",
    "  // title:",
    4,
    "Escreva essa linha de novo, ou desfaça a última alteração co",
  ],
  [
    "a year in quotes",
    "launch.ts",
    '"next"',
    '"2027"',
    11,
    'deve ser "next" ou um número sem aspas, de 2025 a 2100.',
  ],
  [
    "a video that links lack",
    "lessons.ts",
    'video: "solidao"',
    'video: "solidão"',
    9,
    'Escreva um dos nomes de "videos" em content/links.ts: solida',
  ],
  ["a hyphen without quotes", "links.ts", '"tdah-e-autismo":', "tdah-e-autismo:", 16, unclear],
  ["the last line lost", "faq.ts", "});\n", "", 17, unclear],
  [
    "the name of the file's value",
    "faq.ts",
    "export const faq",
    "export const perguntas",
    4,
    "Escreva faq no lugar.",
  ],
  ["lines of Git", "faq.ts", "  title", "<<<<<<< HEAD\n  title", 5, unclear],
  [
    "a number with a zero",
    "launch.ts",
    "minute: 0",
    "minute: 05",
    9,
    "Escreva só os algarismos, como 1000; com decimais, 0.5.",
  ],
])(
  "%s is told with its file, its line and what to write",
  async (_, file, from, to, line, says) => {
    const text = fixed[file] ?? "";
    expect(text).toContain(from);
    const found = await mistakes({ [file]: text.replace(from, () => to) });
    const told = found.filter((sentence) => sentence.endsWith(`(linha ${line})`));
    expect(told).toEqual([expect.stringContaining(says)]);
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

/** The mistakes in a copy of content/ in which these files were saved; undefined is a file that was deleted. */
async function mistakes(saved: { [file: string]: string | Buffer | undefined }): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "content-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp("content", folder, { recursive: true });
  for (const [file, text] of Object.entries({ ...fixed, ...saved })) {
    if (text === undefined) await rm(join(folder, file));
    else await writeFile(join(folder, file), text);
  }
  return findMistakes(folder);
}
