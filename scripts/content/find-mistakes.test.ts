import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { files } from "#content/shapes/files.ts";
import { wholeNumber } from "#content/shapes/launch.ts";
import { address } from "#content/shapes/links.ts";
import { filledList, headlineText, text, texts } from "#content/shapes/texts.ts";
import { findMistakes } from "./find-mistakes.ts";

const hour = wholeNumber({ min: 0, max: 23, what: "a hora" });
const minute = wholeNumber({ min: 0, max: 59, what: "os minutos" });
const shapes = {
  "launch.ts": {
    launch: v.strictObject({
      time: v.strictObject({ hour, minute }),
      limit: wholeNumber({ min: 1, max: 9_999, what: "o limite" }),
      seconds: v.number(),
      sends: v.boolean(),
      audience: text,
    }),
  },
  "hero.ts": {
    hero: v.strictObject({
      headline: headlineText,
      perks: texts,
      limit: v.number(),
      questions: filledList(v.strictObject({ question: text, answer: text })),
      company: v.strictObject({ name: text, page: address }),
      videos: v.record(v.string(), text),
    }),
  },
};

const launch = `export const launch = {
  /** Um comentário com "aspas. */
  time: {
    hour: 20,
    minute: 0,
  },
  limit: 100,
  seconds: 5,
  sends: false,
  audience: "300 mil",
};
`;
const hero = `import { filled } from "./filled.ts";
import { launch } from "./launch.ts";

export const hero = filled<Hero>({
  headline: "A maior oferta de {date}",
  perks: ["Certificado", "PDFs", "Atualizações"],
  limit: launch.limit,
  questions: [
    {
      question: "Por quanto tempo?",
      answer: "Para sempre.",
    },
    {
      question: "De onde?",
      answer: "De casa.",
    },
  ],
  company: { name: "Empresa", page: "https://exemplo.com.br" },
  videos: { "tdah-e-autismo": "um vídeo" },
});
`;

test("content/ has no mistakes, and each of its files has a shape", async () => {
  expect(await findMistakes("content")).toEqual([]);
  const all = (await readdir("content")).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const names = Object.keys(files);
  expect(all.filter((name) => !["filled.ts", "paths.ts"].includes(name)).sort()).toEqual(names);
});

const end = '"A maior oferta de {date}"';
const where = "hero.ts";

test.each([
  ["", "", []],
  ["hour: 20,", "hour: 30,", ['"hour" é 30. Escreva a hora, de 0 a 23. (linha 4)']],
  ["hour: 20,", "hour: 20h,", ["há algo depois do número 20. Escreva só o número. (linha 4)"]],
  [
    "hour: 20,",
    "hour: 20:00,",
    ["a hora e os minutos ficam em linhas separadas. Escreva hour: 20 e minute: 0. (linha 4)"],
  ],
  [
    "limit: 100",
    "limit: 1.000",
    ["o número 1.000 tem ponto de milhar. Escreva 1000, sem ponto. (linha 7)"],
  ],
  [
    "seconds: 5",
    "seconds: 2,5",
    ["há uma vírgula dentro de um número. Escreva 2.5, com ponto. (linha 8)"],
  ],
  [
    "limit: 100",
    'limit: "100"',
    ['"limit" está entre aspas, mas deve ser um número. Escreva 100, sem aspas. (linha 7)'],
  ],
  [
    "sends: false",
    "sends: sim",
    ['"sends" deve ser true (sim) ou false (não), sem aspas. (linha 9)'],
  ],
  [
    '"300 mil"',
    "300 mil",
    ["faltam as aspas em volta de “300 mil”. Escreva o texto entre aspas. (linha 10)"],
  ],
  ['"300 mil"', "muitos", ['"audience" está sem aspas. Escreva "muitos". (linha 10)']],
  [
    "hour: 20,\n    minute: 0,",
    "hour: 24\n    minute: 75,",
    [
      "falta uma vírgula no fim da linha, depois de 24. (linha 4)",
      '"minute" é 75. Escreva os minutos, de 0 a 59. (linha 5)',
    ],
  ],
  [
    "  limit: 100,\n",
    "  limit: 100,\n  limit: 5,\n",
    ['"limit" aparece duas vezes no mesmo grupo. Apague uma delas. (linha 8)'],
  ],
  [
    "limit: 100",
    '["limit"]: 100',
    [expect.stringContaining("aqui só pode haver textos entre aspas")],
  ],
  [
    "export const launch",
    "export const lauch",
    ['"lauch" não existe. Escreva launch depois de export const. (linha 1)'],
  ],
  ["limit: 100", "limite: 100", ['"limite" não existe. Escreva limit: (linha 7)']],
  [
    "  limit: 100,\n",
    "",
    ['falta "limit". Escreva de novo a linha que começa com limit: (linha 1)'],
  ],
  [
    "limit: 100,",
    "<<<<<<< HEAD\n  limit: 100,\n=======",
    [expect.stringMatching(/duas versões .+<{7}, ={7} e >{7}\. \(linha 7\)$/)],
  ],
])("launch.ts: %o becomes %o", async (from, to, says) => {
  const found = await mistakes({ "launch.ts": launch.replace(from, to), "hero.ts": hero });
  const inLaunch = found.map((sentence) => sentence.replace("content/launch.ts: ", ""));
  // What hero.ts takes from launch.ts is missing there too.
  expect(inLaunch.filter((sentence) => !sentence.startsWith("content/"))).toEqual(says);
});

test.each([
  [end, '""', '"headline" está vazio. Escreva o texto entre as aspas. (linha 5)'],
  [
    end,
    '"A maior oferta de {data}"',
    '"headline" tem {data}, que não existe. Escreva {date}. (linha 5)',
  ],
  [
    `${end},`,
    end,
    "falta uma vírgula no fim da linha, depois de “A maior oferta de {date}”. (linha 5)",
  ],
  [
    end,
    end.slice(0, -1),
    'faltam as aspas no fim de “A maior oferta de {date}”. Feche o texto com " antes da vírgula. (linha 5)',
  ],
  [
    end,
    end.slice(1),
    'faltam as aspas no começo de “A maior oferta de {date}”. Escreva " antes do texto. (linha 5)',
  ],
  [
    end,
    "“A maior oferta”",
    '“A maior oferta” está entre aspas curvas. As aspas em volta do texto são retas: "assim". (linha 5)',
  ],
  [
    end,
    '"A maior oferta”',
    '“A maior oferta” termina com aspas curvas. Feche o texto com uma aspa reta: ". (linha 5)',
  ],
  [
    end,
    '"A maior "oferta" de hoje"',
    "há aspas retas dentro do texto. Use as curvas: “oferta”. (linha 5)",
  ],
  [
    "headline:",
    "headline",
    'faltam os dois-pontos depois de "headline". Escreva headline: antes do valor. (linha 5)',
  ],
  [
    "headline: ",
    "",
    "falta o nome antes de “A maior oferta de {date}”. Escreva headline: antes desse valor. (linha 5)",
  ],
  [
    `${end},`,
    `${end};`,
    "há um ponto e vírgula no lugar de uma vírgula. Escreva uma vírgula. (linha 5)",
  ],
  [`${end},`, `${end},,`, "há “,” a mais depois das aspas do fim. Deixe só uma vírgula. (linha 5)"],
  ['"PDFs", ', '"PDFs" ', "falta uma vírgula no fim da linha, depois de “PDFs”. (linha 6)"],
  [
    '["Certificado"',
    '["Certificado',
    'faltam as aspas no fim de “Certificado”. Feche o texto com " antes da vírgula. (linha 6)',
  ],
  ['ações"],', 'ações",', "falta fechar com ] o que foi aberto na linha 6. (linha 6)"],
  [
    '    {\n      question: "De',
    '      question: "De',
    'falta abrir a chave { antes de "question". (linha 12)',
  ],
  [
    '      question: "De onde?",\n',
    "",
    'falta "question". Escreva de novo a linha que começa com question: (linha 13)',
  ],
  [
    "export const hero",
    "export const hero = 1;\nexport const hero",
    expect.stringContaining("este arquivo não funciona: uma linha com import ou export const"),
  ],
  [
    '"tdah-e-autismo":',
    "tdah-e-autismo:",
    'o nome tdah-e-autismo tem hífen e precisa de aspas. Escreva "tdah-e-autismo": (linha 19)',
  ],
  [
    '"De casa."',
    "`De $".concat("{launch.limit}`"),
    expect.stringContaining("tem um cifrão antes de uma chave"),
  ],
])("hero.ts: %o becomes %o", async (from, to, says) => {
  expect(hero).toContain(from);
  const found = await mistakes({ "launch.ts": launch, "hero.ts": hero.replace(from, () => to) });
  expect(found.map((sentence) => sentence.replace(`content/${where}: `, ""))).toEqual([says]);
});

test("a video that lost its name is told, and is not among the names", async () => {
  const videos = v.record(v.string(), text);
  const lessons = v.array(v.strictObject({ video: text }));
  const saved = {
    "links.ts": 'export const links = {\n  videos: {\n    one: "a",\n    "b",\n  },\n};\n',
    "lessons.ts": 'export const lessons = { lessons: [{ video: "second" }] };\n',
  };
  const found = await mistakes(saved, {
    "links.ts": { links: v.strictObject({ videos }) },
    "lessons.ts": { lessons: v.strictObject({ lessons }) },
  });
  expect(found).toEqual([
    "content/links.ts: falta o nome, com dois-pontos, antes de “b”. (linha 4)",
    expect.stringMatching(/"second", que não está em .+ Os nomes são one\. \(linha 1\)$/),
  ]);
});

test("mistakes of several files are told at once", async () => {
  const found = await mistakes({
    "launch.ts": launch.replace("hour: 20", "hour: 24"),
    "hero.ts": hero.replace('"De casa."', '"De casa.'),
  });
  expect(found.map((sentence) => sentence.split(":")[0])).toEqual([
    "content/launch.ts",
    "content/hero.ts",
  ]);
});

test("the mark and the line ends of Windows are no mistake", async () => {
  const saved = `\uFEFF${launch.replaceAll("\n", "\r\n")}`;
  expect(await mistakes({ "launch.ts": saved, "hero.ts": hero })).toEqual([]);
});

test.each([
  ["another encoding", Buffer.from(launch, "latin1"), "não está salvo em UTF-8"],
  ["two bytes a letter", Buffer.from(`\uFEFF${launch}`, "utf16le"), "não está salvo em UTF-8"],
  ["nothing in it", "", "está vazio. Desfaça a última alteração com Ctrl+Z."],
  ["other text", "{ }", "git checkout HEAD -- content/launch.ts"],
  ["no file", undefined, "não existe. Desfaça a última alteração com Ctrl+Z."],
])("a file with %s is one mistake, which says what to do", async (_, saved, says) => {
  const found = await mistakes({
    ...(saved !== undefined && { "launch.ts": saved }),
    "hero.ts": hero,
  });
  const inLaunch = found.filter((sentence) => sentence.startsWith("content/launch.ts"));
  expect(inLaunch).toEqual([expect.stringContaining(says)]);
});

async function mistakes(
  saved: { [file: string]: string | Buffer },
  expected: Parameters<typeof findMistakes>[1] = shapes,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "content-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [file, text] of Object.entries(saved)) await writeFile(join(folder, file), text);
  return findMistakes(folder, expected);
}
