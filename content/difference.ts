import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const difference = filled<Words<"difference">>({
  title: "Por que esta oferta é diferente",
  statement: "Primeiro você vê o valor real de cada curso. Depois, o preço da Black.",
  paragraphs: [
    "Na aula, quem apresenta mostra o valor real de cada curso e quanto ele custaria em 5 e em 10 anos de renovações. Só então o preço da Black aparece.",
    "A oferta vale para quem está assistindo ao vivo. Quando a aula termina, o preço volta ao normal, sem exceções.",
  ],
  summary: {
    title: "Resumo da oferta",
    /** Com `untilOver: true`, a linha sai da página quando a aula terminou ou foi cancelada. */
    items: [
      {
        term: "Acesso {access}",
        detail: "Todos os cursos e as atualizações futuras.",
      },
      {
        term: "Oferta de Black Friday",
        detail: "Pacote de 12 cursos com {summaryAccess}.",
      },
      {
        term: "Voucher",
        detail: "Pague {voucherPay} e resgate {voucherRedeem} de desconto em {date}.",
        untilOver: true,
      },
      {
        term: "Garantia de {summaryGuaranteeDays} dias",
        detail: "Com devolução do dinheiro.",
      },
      {
        term: "Preço",
        detail: "Revelado na aula, em {date}, às {hour}.",
        untilOver: true,
      },
    ],
  },
});
