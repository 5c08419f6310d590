import { type Edit, words } from "./edit.ts";

const launch = "launch.ts";
const links = "links.ts";

/** The edits of an owner that change dates, prices, promises and links. */
export const numberEdits: Record<string, readonly Edit[]> = {
  "another day and hour": [
    { file: launch, from: /\bday: 11\b/, to: "day: 12" },
    { file: launch, from: /\bhour: 20\b/, to: "hour: 19" },
    { file: launch, from: /\bminute: 0\b/, to: "minute: 30" },
  ],
  "other prices and limits": [
    words(launch, "R$ 597,00", "R$ 649,00"),
    words(launch, "R$ 5.968,00", "R$ 6.490,00"),
    words(launch, "R$ 29.840,00", "R$ 32.450,00"),
    words(launch, "R$ 59.680,00", "R$ 64.900,00"),
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
