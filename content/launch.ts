import type { Launch } from "./shapes/launch.ts";

/** O evento e os números da oferta. A página repete estes valores onde precisar. */
export const launch: Launch = {
  event: {
    month: 11,
    day: 11,
    hour: 20,
    minute: 0,
    timeZone: "America/Sao_Paulo",
    /** "next" é o próximo dia com essa data. Para um ano certo, escreva só o número: 2027. */
    year: "next",
    /** Quantos minutos a aula ocupa na agenda das pessoas. Confirme este número: a duração real não é conhecida. */
    durationMinutes: 120,
    /** Quantos minutos antes da aula a página mostra a entrada da sala. */
    doorsMinutes: 15,
    /** Com "next" em `year`: por quantos dias depois da aula a página ainda fala dela, antes de anunciar a próxima. */
    daysAfter: 7,
    /**
     * A gravação, que a página mostra depois da aula: "none" é sem gravação. Com gravação, escreva o endereço e por quantos
     * dias ela fica no ar, como { address: "https://…", days: 3 }.
     */
    replay: "none",
  },
  currency: "R$",
  /**
   * Os dias de garantia: `page` é o que a página diz, `summary` o que diz o resumo da oferta. Enquanto os dois forem
   * diferentes, `npm run conferir` avisa.
   */
  guaranteeDays: { page: 7, summary: 15 },
  /** "lifetime" é o acesso vitalício. Para um número de anos, escreva só o número: 5. */
  access: { page: "lifetime", summary: 5 },
  voucher: { pay: "R$ 50", redeem: "R$ 300" },
  bonusLimit: 100,
  audience: "300 mil",
  /** Depois de quantos segundos o popup de inscrição abre sozinho. */
  popupDelaySeconds: 5,
  /** Depois de quantos pixels de rolagem o botão flutuante aparece. */
  floatingCtaScrollPx: 300,
  /** O formulário no meio da página guarda as inscrições? `true` é sim. Com `false`, só o popup guarda. */
  inPageFormSends: false,
};
