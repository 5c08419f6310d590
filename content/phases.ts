import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

/**
 * O que a página diz em cada momento do evento. Ela troca as frases sozinha, na hora certa. Para ver a
 * página em cada momento, abra o painel: `npm run leads -- panel`.
 */
export const phases = filled<Words<"phases">>({
  /**
   * A frase de cada momento. A página põe o dia da semana em {weekday}, a hora do visitante em {visitorHour}, os dias que
   * faltam em {countdown}, a partir de 60 dias antes, e em {doors} a hora em que a sala abre.
   */
  status: {
    /** Até a véspera. */
    before: "{weekday}, {date}, às {hour} (horário de Brasília){visitorHour}. {countdown}",
    /** No dia. */
    today: "É hoje, às {hour} (horário de Brasília){visitorHour}.",
    /** Nos minutos antes da aula (`doorsMinutes` em launch.ts). */
    doors: "A sala abriu às {doors}. A aula começa às {hour} (horário de Brasília){visitorHour}.",
    /** Durante a aula. */
    live: "Estamos ao vivo.",
    /** Quando a aula atrasa: `npm run leads -- phase waiting`. */
    waiting: "A aula começa em alguns minutos. Você pode ficar nesta página.",
    /** Depois da aula. */
    over: "A aula terminou.",
    /** Depois da aula, enquanto a gravação está no ar. */
    replay: "A aula terminou. A gravação fica no ar até {until}.",
    cancelled: "A aula de {date} foi cancelada.",
  },
  /** Antes de a sala abrir, no lugar do botão que leva à aula. */
  enterLater: "No dia da aula, a entrada abre nesta página, às {doors}.",
  /** O botão que leva à aula. */
  enter: "ENTRAR NA AULA",
  /** O link que leva à gravação. */
  watchReplay: "VER A GRAVAÇÃO",
  /** Pouco antes da aula, e quando ela atrasa, no lugar de `lead` de hero.ts. */
  doorsLead: "O preço e os bônus são revelados na aula.",
  /** Durante a aula, no lugar de duas frases da primeira tela. */
  liveLead: "O preço e os bônus são revelados agora, durante a aula.",
  /** Durante a aula, no lugar de `priceLabel`, `intro` e `closing` de price-reveal.ts. */
  livePriceLabel: "Revelado agora, na aula",
  liveIntro: "Agora, durante a aula Black AHSD, você vê:",
  liveClosing: "Só quem assiste ao vivo pode aproveitar a oferta.",
});

/** As partes das frases que dependem do relógio. */
export const clockWords = filled<Words<"clockWords">>({
  countdown: { days: "Faltam {days} dias.", tomorrow: "É amanhã.", moved: "Aula remarcada." },
  /** A hora de quem está em outro fuso. Ela vem depois da hora de Brasília, por isso começa com a vírgula. */
  visitorHour: { sameDay: ", {time} no seu fuso", otherDay: ", {time} do dia {day} no seu fuso" },
});

/** Depois da aula, ou quando ela foi cancelada: a página já não convida para ela. */
export const after = filled<Words<"after">>({
  lead: "As aulas gratuitas continuam aqui. Deixe seu contato e avisamos da próxima.",
  cta: "AVISE-ME DA PRÓXIMA",
  intro: "Deixe seus dados para saber da próxima aula.",
  success: "Avisaremos você da próxima aula por e-mail e WhatsApp.",
  footer: "Aulas sobre altas habilidades e neurodivergência.",
});

/** Depois da aula, no lugar das frases de price-reveal.ts. */
export const revealed = filled<Words<"revealed">>({
  title: "O VALOR FOI REVELADO AO VIVO",
  priceLabel: "Revelado na aula",
  intro: "A aula Black AHSD mostrou, ao vivo:",
  closing: "A oferta valeu durante a aula. Depois, o preço voltou ao normal, sem exceções.",
});

/** O título no navegador e nas buscas. Nos outros momentos é o de pages.ts. */
export const phaseHeads = filled<Words<"phaseHeads">>({
  titles: {
    today: "É hoje: aula Black AHSD ao vivo, às {hour}",
    live: "Ao vivo agora: aula Black AHSD",
    over: "A aula Black AHSD terminou",
    cancelled: "A aula Black AHSD foi cancelada",
  },
  descriptions: {
    live: "A aula Black AHSD está ao vivo agora. O preço só é revelado na aula.",
    after:
      "As aulas gratuitas sobre altas habilidades e neurodivergência continuam no ar. Deixe seus dados para saber da próxima aula.",
  },
});
