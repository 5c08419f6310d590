import { filled } from "./filled.ts";
import { launch } from "./launch.ts";
import type { PriceStaircase } from "./shapes/words.ts";

export const priceStaircase = filled<PriceStaircase>({
  title: "O que é a Black",
  paragraphs: [
    "A Black é uma aula online, transmitida ao vivo por uma plataforma de vídeo em {date}, às {hour}. Nela, o acesso a todos os cursos sobre altas habilidades e neurodivergência é oferecido por um preço que só aparece na live.",
    "Para comparar, estes são os preços fora da Black, do menor ao maior.",
  ],
  /** No lugar do primeiro parágrafo, depois da aula ou quando ela foi cancelada. */
  after:
    "A Black é uma aula online, transmitida ao vivo por uma plataforma de vídeo. Nela, o acesso a todos os cursos sobre altas habilidades e neurodivergência é oferecido por um preço que só aparece na live.",
  steps: launch.anchorPrices,
  black: { what: "Black: acesso {access}", price: "Revelado na live" },
  /** Até o fim da aula. */
  note: "Assistir à revelação ao vivo é a única forma de aproveitar a oferta. Depois, o preço volta ao normal, sem exceções.",
  cta: "QUERO PARTICIPAR DA AULA AO VIVO",
});
