import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// `node tests/all/owner-edits.ts <folder>` makes ten edits in a clone with the delivered `content/`: the edits that
// content/README.md describes, as an owner would make them.

const launch = "launch.ts";
const links = "links.ts";
const staircase = "price-staircase.ts";

/** Edits of an owner that change dates, prices, promises and links. */
const numberEdits: Record<string, readonly Edit[]> = {
  "another day and hour": [
    { file: launch, from: /\bday: 11\b/, to: "day: 12" },
    { file: launch, from: /\bhour: 20\b/, to: "hour: 19" },
    { file: launch, from: /\bminute: 0\b/, to: "minute: 30" },
  ],
  "other prices and limits": [
    words(staircase, "R$ 597,00", "R$ 649,00"),
    words(staircase, "R$ 29.840,00", "R$ 32.450,00"),
    words(launch, "R$ 50", "R$ 80"),
    words(launch, "R$ 300", "R$ 400"),
    { file: launch, from: /\bbonusLimit: 100\b/, to: "\n\n\n bonusLimit:150" },
    words(launch, "300 mil", "310 mil"),
    words("courses.ts", "R$ 1.297", "R$ 1.197"),
  ],
  "one guarantee for both places": [
    { file: launch, from: /\bsummary: 15\b/, to: "summary: 7" },
    {
      file: "terms.ts",
      from: /A página apresenta a garantia de duas formas[^"]*/,
      to: "A garantia é uma só.",
    },
    {
      file: "terms.ts",
      from: /Garantia de \{summaryGuaranteeDays\} dias, no resumo da oferta/,
      to: "No resumo da oferta, a mesma garantia",
    },
  ],
  "three years of access for both places": [
    {
      file: launch,
      from: /access: \{ page: "lifetime", summary: 5 \}/,
      to: "access: { page: 3, summary: 3 }",
    },
    {
      file: "terms.ts",
      from: /A página apresenta o pacote de duas formas, repetidas aqui como estão lá\./,
      to: "O acesso é um só em toda a página.",
    },
  ],
  "the real links, company and videos": [
    words(links, "https://exemplo.com.br/voucher", "https://loja.blackahsd.test/voucher"),
    words(
      links,
      "https://exemplo.com.br/grupo",
      "https://grupo.blackahsd.test/convite?origem=pagina&lista=1",
    ),
    words(links, "5500000000000", "5511912345678"),
    words(links, "contato@exemplo.com.br", "suporte@blackahsd.test"),
    words(links, "Empresa de exemplo", "Infinito Cursos Ltda."),
    words(links, "00.000.000/0000-00", "12.345.678/0001-95"),
    ...[1, 2, 3, 4, 5, 6, 7].map((number) =>
      words(links, `exemplo000${number}`, `aB3_x-Video${number}`.slice(-11)),
    ),
  ],
};

const messages = "messages.ts";

/** Edits of an owner that change words and the length of lists. */
const wordEdits: Record<string, readonly Edit[]> = {
  "an eighth lesson": [
    {
      file: "links.ts",
      from: /\n( +)videos: \{/,
      to: '\n  videos: {\n    talentos: "kL9_mN2-pQ4",',
    },
    {
      file: "lessons.ts",
      from: /\n( +)lessons: \[/,
      to: '\n  lessons: [\n    { video: "talentos", title: "Talentos na vida adulta" },',
    },
  ],
  "headlines, titles and labels of buttons": [
    // This edit has odd spaces and other quotes, because the formatter does not change the files of an owner.
    {
      file: "hero.ts",
      from: /\n +headline: "A maior oferta da história das altas habilidades",/,
      to: "\n\t\t   headline :   'Altas habilidades: a nossa maior oferta do ano' ,",
    },
    words("hero.ts", "QUERO GARANTIR MINHA VAGA NA LIVE", "QUERO A MINHA VAGA NA LIVE"),
    words("sign-up.ts", "QUERO PARTICIPAR DA AULA BLACK AHSD", "QUERO ESTAR NA AULA BLACK AHSD"),
    words(
      "sign-up.ts",
      "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD",
      "SIM, QUERO ESTAR NA AULA BLACK AHSD",
    ),
    words(messages, "PARTICIPAR DA AULA BLACK – CONDIÇÃO AO VIVO", "QUERO IR À AULA BLACK"),
    words("faq.ts", "PERGUNTAS FREQUENTES", "DÚVIDAS FREQUENTES"),
    words("header.ts", "Modo calmo", "Sem movimento"),
    words("testimonials.ts", "{number} de {count}", "nº {number} de {count}"),
  ],
  "labels and messages": [
    words(messages, "Participe da aula Black AHSD", "Entre na aula Black AHSD"),
    words(messages, "Nome completo", "Seu nome inteiro"),
    words(messages, "QUERO PARTICIPAR DA AULA AO VIVO", "QUERO ASSISTIR AO VIVO"),
    words(messages, "Enviando…", "Um momento…"),
    words("success.ts", "Inscrição recebida", "Sua vaga está guardada"),
    words(messages, "Erro", "Não deu certo"),
    words(messages, "Inscrição realizada!", "Inscrição feita!"),
    words(messages, "Unexpected Application Error!", "Algo deu errado"),
    words("refusals.ts", "Confira seus dados", "Falta pouco: confira seus dados"),
  ],
  "longer lists, and fewer testimonials": [
    {
      file: "courses.ts",
      from: /\n( +)courses: \[/,
      to: '\n  courses: [\n    { title: "Altas habilidades na escola", included: true, originalPrice: "R$ 247" },',
    },
    {
      file: "faq.ts",
      from: /\n( +)questions: \[/,
      to: '\n  questions: [\n    {\n      question: "A aula fica gravada?",\n      answer: "Não. Ela é só ao vivo, em {date}.",\n    },',
    },
    {
      file: "bonuses.ts",
      from: /\n( +)"PDFs das aulas",/,
      to: '\n        "PDFs das aulas",\n        "Um glossário",\n        "Um plano de estudos para doze meses, com exercícios",',
    },
    { file: "testimonials.ts", from: /\s*"depoimento-8",\s*"depoimento-9",/, to: "" },
  ],
  "a new sentence of consent, titles, and the page's form sends": [
    {
      file: messages,
      from: /\n( +)texts: \{/,
      to: '\n    texts: {\n      "autorizacao-2": "Aceito receber notícias da Black AHSD por e-mail e WhatsApp.",',
    },
    { file: messages, from: 'consent: "autorizacao-1"', to: 'consent: "autorizacao-2"' },
    {
      file: messages,
      from: 'consents: ["autorizacao-1",',
      to: 'consents: ["autorizacao-1", "autorizacao-2",',
    },
    { file: "launch.ts", from: /\binPageFormSends: false\b/, to: "inPageFormSends: true" },
    {
      file: "pages.ts",
      from: '"Black AHSD: aula ao vivo em {date}, às {hour}"',
      to: '"Aula Black AHSD, {date}, {hour}"',
    },
    words("pages.ts", "Política de Privacidade | Black AHSD", "Privacidade na Black AHSD"),
    words(
      "privacy.ts",
      "Para qualquer assunto de privacidade, escreva para {supportEmail}.",
      "Dúvidas sobre os seus dados? Escreva para {supportEmail}. Uma pessoa lê cada mensagem, responde em poucos dias, e explica em palavras simples o que guardamos, por quê e até quando.",
    ),
  ],
};

/** One edit of an owner: a text in a file of `content/`, and the text that replaces it. */
type Edit = { file: string; from: string | RegExp; to: string };

/** Makes the edits in a clone. Fails when a file does not contain the text to replace, because the edit would have no effect. */
function makeEdits(folder: string, edits: readonly Edit[]): void {
  for (const { file, from, to } of edits) {
    const path = join(folder, "content", file);
    const text = readFileSync(path, "utf8");
    const edited = text.replace(from, () => to);
    if (edited === text)
      throw new Error(`content/${file} does not contain ${from}: correct the edit.`);
    writeFileSync(path, edited);
  }
}

/** An edit that replaces a quoted text, with or without a line break of the formatter before it. */
function words(file: string, from: string, to: string): Edit {
  return { file, from: `"${from}"`, to: `"${to}"` };
}

const folder = process.argv[2];
if (folder === undefined) throw new Error("Name the folder of a clone.");
makeEdits(folder, Object.values({ ...numberEdits, ...wordEdits }).flat());
