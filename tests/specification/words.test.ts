import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { legal } from "#content/pages.ts";
import { privacy } from "#content/privacy.ts";
import { terms } from "#content/terms.ts";
import { visibleText } from "#tests/support/built/visible-text.ts";

// The words that the specification fixes, by page and section. Its English words, and the words that it leaves to us,
// are written here as on the Portuguese page. A line break separates two elements.

const landing = await readFile("dist/index.html", "utf8");

/** The sections of the landing page, each beginning with its title, in order, without the header and the footer. */
const sections = landing
  .slice(landing.indexOf("<main"), landing.indexOf("</main>"))
  .split(/(?=<section (?!class="carousel"))/)
  .slice(1);

const titles = [
  "A maior oferta da história das altas habilidades",
  "Aulas gratuitas para assistir agora",
  "O que é a Black",
  "Para quem é",
  "Os cursos",
  "Bônus",
  "Por que esta oferta é diferente",
  "DEPOIMENTOS DE QUEM JÁ VIVEU ESSA TRANSFORMAÇÃO",
  "O VALOR SERÁ REVELADO AO VIVO",
  "GARANTIA E TRANSPARÊNCIA",
  "QUEM ESTARÁ COM VOCÊ NESSA JORNADA",
  "PERGUNTAS FREQUENTES",
  "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD",
];

const wordsOfSections: Record<string, readonly string[]> = {
  "A maior oferta": [
    "\nAula Black AHSD · ao vivo\n",
    "-feira, 11 de novembro, às 20h (horário de Brasília).",
    "mais de 300 mil alunos e seguidores",
    "O preço e os bônus ainda não foram revelados. Enquanto isso, assista às aulas gratuitas.",
    "O acesso vitalício a todos os cursos será oferecido na aula ao vivo.",
    "\nQUERO GARANTIR MINHA VAGA NA LIVE\n",
  ],
  "Aulas gratuitas": [
    "Características das altas habilidades\nSolidão existencial\nNeurociência\nO cérebro\nTDAH e autismo\nTrauma\nAula gratuita",
  ],
  "O que é a Black": [
    "A Black é uma aula online, transmitida ao vivo por uma plataforma de vídeo em 11 de novembro, às 20h.",
    "todos os cursos sobre altas habilidades e neurodivergência",
    "\n1 curso\nR$ 597,00\nTodos os cursos por 1 ano\nR$ 5.968,00\nTodos os cursos por 5 anos\nR$ 29.840,00\nTodos os cursos por 10 anos\nR$ 59.680,00\nBlack: acesso vitalício\nR$\nRevelado na aula\n",
    "Assistir à revelação ao vivo é a única forma de aproveitar a oferta. Depois, o preço volta ao normal, sem exceções.",
    "\nQUERO PARTICIPAR DA AULA AO VIVO\n",
  ],
  "Para quem é": [
    "\nPessoas que se sentem diferentes\n",
    "\nPais e educadores\n",
    "\nProfissionais da saúde e da psicologia\n",
    "\nQuem já estuda com a gente\n",
    "\nQUERO TER ACESSO À AULA ESPECIAL\n",
  ],
  "Os cursos": [
    "liberados no dia da aula",
    ...Object.entries({
      "Neurobiologia e Tratamento do Trauma": "R$ 297",
      "O Antinatural": "R$ 397",
      "Lidando com as altas habilidades na prática": "R$ 1.297",
      "Trilha das Altas Habilidades": "R$ 997",
      "Superando a Ansiedade": "R$ 697",
      "Características das altas habilidades e da dupla excepcionalidade": "R$ 147",
      "Perfeccionismo e Autossabotagem": "R$ 97",
      "Dupla excepcionalidade: diagnóstico e tratamento": "R$ 147",
      "Relacionamentos e Autenticidade": "R$ 97",
      "Trilha Altas Habilidades Kids": "R$ 297",
      "Segundo Cérebro com IA e Fundamentos de IA (com coinstrutor)": "R$ 1.497",
    }).map(
      ([title, price]) =>
        `\n${title}\nIncluído\nPreço normal:\n${price}\nCertificado\nPDFs das aulas\nAtualizações futuras\n`,
    ),
    "\nMateriais e ferramentas\n",
  ],
  Bônus: [
    "\nMateriais e ferramentas\n",
    "\nPDFs das aulas\nTeste adaptado do questionário de sobre-excitabilidades\nTeste de rastreio para altas habilidades, TDAH e autismo\nFerramentas de IA para autoconhecimento, treinadas por quem dá os cursos\nBateria de testes de rastreio\nBônus surpresa, só durante a aula\nBônus físicos\nSó para as 100 primeiras pessoas que comprarem.\nO primeiro livro impresso\nO caderno de exercícios do Antinatural em formato de livro\nUm caderno estilizado\nE outros itens\n",
    "Os bônus físicos terminam depois das 100 primeiras compras.",
    "\nQUERO RESERVAR MEU LUGAR NA AULA BLACK\n",
  ],
  "Por que esta oferta": [
    "o valor real de cada curso e quanto ele custaria em 5 e em 10 anos de renovações",
    "A oferta vale para quem está assistindo ao vivo. Quando a aula termina, o preço volta ao normal, sem exceções.",
    "Acesso vitalício\nTodos os cursos e as atualizações futuras.",
    "Oferta de Black Friday\nPacote de 12 cursos com 5 anos de acesso.",
    "Pague R$ 50 e resgate R$ 300 de desconto em 11 de novembro.",
    "Garantia de 15 dias\nCom devolução do dinheiro.",
  ],
  DEPOIMENTOS: ["\nQUERO GARANTIR MINHA PRESENÇA NA LIVE\n"],
  "O VALOR SERÁ": [
    "Revelado em 11 de novembro, às 20h",
    "Durante a aula Black AHSD, você vai ver:\no valor real de cada curso;\nquanto os cursos custariam em 5 e em 10 anos de renovações;\no preço do acesso vitalício a todos os cursos;\nos bônus surpresa",
    "Só quem assiste ao vivo pode aproveitar a oferta.",
    "\nQUERO PARTICIPAR DA AULA BLACK\n",
  ],
  GARANTIA: [
    "Teste tudo por 7 dias.",
    "a partir da liberação do acesso. Se não for para você, 100% do dinheiro é devolvido.",
    "O acesso é 100% seguro e a oferta tem risco zero.",
  ],
  "QUEM ESTARÁ": [
    "referência em altas habilidades ou superdotação (AHSD) e dupla excepcionalidade no Brasil",
    "\nalunos e seguidores\n+300 mil\nde profissionais formados\nCentenas\n",
    "\nFalar com Suporte Humano\n",
  ],
  PERGUNTAS: [
    "\nPor quanto tempo terei acesso?\nO acesso é vitalício, a todos os cursos e às atualizações futuras.\nPosso assistir de qualquer lugar?\nSim. É 100% online e funciona em qualquer aparelho.\nQuando o preço será anunciado?\nDurante a aula ao vivo Black AHSD, em 11 de novembro, às 20h.\nE se eu não gostar?\nVocê tem 7 dias, a partir da liberação do acesso, para pedir todo o dinheiro de volta.\n",
  ],
  "SIM, QUERO": [
    "11 de novembro, às 20h (horário de Brasília)",
    "\nAutorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.\n",
    "\nQUERO PARTICIPAR DA AULA BLACK AHSD\n",
  ],
};

test("the sections are in the order of the specification", () => {
  const headings = [...landing.matchAll(/<(h[12]) class="(?:hero|section).*?<\/\1>/gs)];
  const invitations = headings.map(([heading]) =>
    heading.replace(/<span class="signed-up">.*/s, ""),
  );
  expect(invitations.map((heading) => wordsOf(heading).trim())).toEqual(titles);
});

test.each(Object.entries(wordsOfSections))(
  "the section “%s …” has the specification's words",
  (title, texts) => {
    const words = wordsOf(sectionOf(title));
    for (const text of texts) expect(words).toContain(text);
  },
);

test("before the class no section names the price of the offer", () => {
  expect(wordsOf(sectionOf("A maior oferta"))).not.toMatch(/\d,\d\d|R\$\s?\d/);
  expect(wordsOf(sectionOf("O VALOR SERÁ"))).not.toMatch(/R\$\s*\d/);
});

test("eleven prices of courses are struck through, and no other price is", () => {
  expect(landing.match(/<s [^>]*>.*?<\/s>/g)).toHaveLength(11);
});

test("nine pictures and the presenter's photo have their texts", () => {
  const alts = (title: string) =>
    [...sectionOf(title).matchAll(/<img [^>]*alt="([^"]*)"/g)].map(([, alt]) => alt);
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(alts("DEPOIMENTOS")).toEqual(numbers.map((number) => `Depoimento ${number}`));
  expect(alts("QUEM ESTARÁ")).toEqual(["Foto de quem apresenta a aula"]);
});

test.each([
  ["form in the page", sectionOf("SIM, QUERO")],
  ["popup", dialog("lead-popup")],
])("the %s asks for the specification's three answers", (_, html) => {
  const fields = [...html.matchAll(/<label [^>]*for="[^"]*">([^<]*)<\/label><input ([^>]*)\/>/g)];
  expect(
    fields.map(([, label, input = ""]) => [
      label,
      attributeOf(input, "placeholder"),
      attributeOf(input, "type"),
    ]),
  ).toEqual([
    ["Nome completo", "Seu nome completo", "text"],
    ["Seu melhor e-mail", "voce@exemplo.com", "email"],
    ["WhatsApp (com DDD)", "(00) 00000-0000", "tel"],
  ]);
  for (const [, , input] of fields) expect(input).toContain('required=""');
  expect(html).not.toContain("checked");
});

test.each<[string, string, readonly string[]]>([
  ["header", part("<header", "</header>"), ["Pular para o conteúdo\n", "Modo calmo\n"]],
  [
    "footer",
    part("<footer", "</footer>"),
    [
      "Black AHSD\nAula ao vivo sobre altas habilidades e neurodivergência, em 11 de novembro, às 20h.",
      "CNPJ 00.000.000/0000-00\nPolítica de Privacidade\nTermos de Uso",
    ],
  ],
  [
    "floating button",
    part('<div class="floating-cta"'),
    ["PARTICIPAR DA AULA BLACK – CONDIÇÃO AO VIVO"],
  ],
  [
    "popup",
    dialog("lead-popup"),
    [
      "Participe da aula Black AHSD",
      "11 de novembro, às 20h (horário de Brasília)",
      "O preço e os bônus do acesso vitalício a todos os cursos são revelados na aula.",
      "\nQUERO PARTICIPAR DA AULA AO VIVO\nEsta inscrição não é uma compra.\n",
      "Ao se inscrever, você recebe mensagens sobre a Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.\nPolítica de Privacidade",
    ],
  ],
])("the %s has the specification's words", (_, html, texts) => {
  const words = wordsOf(html);
  for (const text of texts) expect(words).toContain(text);
});

test("the page after a sign-up has the specification's words", async () => {
  const words = wordsOf(await readFile("dist/inscricao-recebida/index.html", "utf8"));
  for (const text of [
    "Inscrição recebida",
    "11 de novembro, às 20h (horário de Brasília)",
    "No dia da aula, a entrada abre nesta página, às 19h45.",
    "Pôr na agenda: ",
    "Com o voucher, você paga R$ 50 e resgata R$ 300 de desconto em 11 de novembro.",
    "Quero o voucher",
    "Entrar no grupo",
  ])
    expect(words).toContain(text);
});

// tests/built-pages.test.ts tests that the pages have these titles and sentences.
test("the titles and sentences of the other pages are the specification's", () => {
  const { notFound, unexpectedError } = messages;
  expect(/<title>([^<]*)/.exec(landing)?.[1]?.replaceAll("\u00a0", " ")).toMatch(
    /Black AHSD.*11 de novembro, às 20h/,
  );
  expect([
    privacy.title,
    terms.title,
    legal.updated,
    legal.back,
    notFound.title,
    notFound.text,
    notFound.home,
    unexpectedError.title,
    unexpectedError.malformed,
    unexpectedError.text,
  ]).toEqual([
    "Política de Privacidade",
    "Termos de Uso",
    "Última atualização: {today}",
    "Voltar para a página inicial",
    "Oops! Page not found",
    "Esta página não existe ou mudou de endereço.",
    "Voltar para a página inicial",
    "Unexpected Application Error!",
    expect.stringContaining("O endereço que você abriu não é válido."),
    expect.stringContaining("Houve um erro no nosso sistema."),
  ]);
});

test("the words that only a running page shows are the specification's", () => {
  const { sendFailed, consentMissing, signedUp } = messages.toasts;
  const sentence = "Em breve você receberá mais informações sobre a Black AHSD.";
  expect([sendFailed, consentMissing, signedUp]).toEqual([
    { title: "Erro", text: "Não foi possível enviar seus dados. Tente novamente." },
    {
      title: "Aceite necessário",
      text: "Por favor, autorize receber comunicações para continuar.",
    },
    { title: "Inscrição realizada!", text: sentence },
  ]);
});

/** The words that a visitor without script reads before the class: one line for each element, with normal spaces. */
function wordsOf(html: string): string {
  const inLines = html.replaceAll(
    /<\/(?:a|button|d[dt]|h\d|label|li|p|span|strong|summary)>/g,
    "$&\n",
  );
  const text = visibleText(`<html data-phase="before">${inLines}`).replaceAll("\u00a0", " ");
  const lines = text.split("\n").map((line) => line.trim());
  return `\n${lines.filter((line) => line !== "").join("\n")}\n`.replaceAll(/\n(?=[.,])/g, "");
}

function sectionOf(title: string): string {
  const index = titles.findIndex((one) => one.startsWith(title));
  return sections[index] ?? "";
}

function dialog(id: string): string {
  return part(`id="${id}"`, "</dialog>").replace(/^[^>]*>/, "");
}

/** The part of the landing page from one text to another, or to the end of the page. */
function part(from: string, to = "</html>"): string {
  const rest = landing.slice(landing.indexOf(from));
  return rest.slice(0, rest.indexOf(to));
}

function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
}
