import { filled } from "./filled.ts";
import type { PhaseWords } from "./shapes/phases.ts";

/**
 * O que a página diz em cada momento do evento. Ela troca as frases sozinha, na hora certa. Para ver a
 * página em cada momento, rode `npm run leads -- preview`.
 */
export const phases = filled<PhaseWords>({
  /** A frase de cada momento. A página põe a hora do visitante em {visitorHour}, e os dias que faltam em {countdown}. */
  status: {
    /** Até a véspera. */
    before: "Às {hour} (horário de Brasília){visitorHour}. {countdown}",
    /** No dia. */
    today: "É hoje, às {hour} (horário de Brasília){visitorHour}.",
    /** Nos minutos antes da aula (`doorsMinutes` em launch.ts). */
    doors: "A sala abre em instantes. A aula começa às {hour} (horário de Brasília){visitorHour}.",
    /** Durante a aula. */
    live: "Estamos ao vivo.",
    /** Quando a aula atrasa: `npm run leads -- phase waiting`. */
    waiting: "A aula começa em alguns minutos. Você pode ficar nesta página: ela avisa quando começar.",
    /** Depois da aula. */
    over: "A aula terminou.",
    /** Depois da aula, enquanto a gravação está no ar. */
    replay: "A aula terminou. A gravação fica no ar até {until}.",
    cancelled: "A aula de {date} foi cancelada.",
  },
  countdown: { days: "Faltam {days} dias.", tomorrow: "É amanhã.", moved: "Nova data." },
  /** A hora de quem está em outro fuso. Ela vem depois da hora de Brasília, por isso começa com a vírgula. */
  visitorHour: { sameDay: ", {time} no seu fuso", otherDay: ", {time} do dia {day} no seu fuso" },
  /** O botão que leva à aula. */
  enter: "ENTRAR NA AULA",
  /** O botão que leva à gravação. */
  watchReplay: "VER A GRAVAÇÃO",
  /** Durante a aula, no lugar de duas frases da primeira tela. */
  liveLead: "O preço, os bônus e o acesso {access} a todos os cursos são revelados agora, na aula.",
  /** Depois da aula, ou quando ela foi cancelada: a página já não convida para ela. */
  after: {
    lead: "Depois da aula, o preço voltou ao normal, sem exceções. As aulas gratuitas continuam aqui.",
    cancelledLead: "As aulas gratuitas continuam aqui.",
    cta: "AVISE-ME DA PRÓXIMA",
    intro: "Deixe seus dados, e avisamos você da próxima aula.",
    success: "Avisaremos você da próxima aula por e-mail e WhatsApp.",
    footer: "Aulas sobre altas habilidades e neurodivergência.",
    priceReveal: {
      title: "O VALOR FOI REVELADO AO VIVO",
      priceLabel: "Revelado na aula",
      intro: "A aula Black AHSD mostrou, ao vivo:",
      closing: "Só quem assistiu ao vivo pôde aproveitar a oferta. Depois, o preço voltou ao normal, sem exceções.",
    },
  },
  /** O título no navegador e nas buscas. Nos outros momentos é o de pages.ts. */
  titles: {
    today: "É hoje: aula Black AHSD ao vivo, às {hour}",
    live: "Ao vivo agora: aula Black AHSD",
    over: "A aula Black AHSD terminou",
    cancelled: "A aula Black AHSD foi cancelada",
  },
  descriptions: {
    live: "A aula Black AHSD está ao vivo agora. O preço só é revelado na aula.",
    after: "As aulas gratuitas sobre altas habilidades e neurodivergência continuam no ar. Deixe seus dados para saber da próxima aula.",
  },
  /** A página /aovivo, que leva à aula quando ela está aberta. Antes e depois, ela diz isto. */
  livePage: {
    title: "Aula Black AHSD ao vivo",
    before: "A entrada abre neste endereço, pouco antes da aula. Você pode ficar nesta página.",
  },
});
