import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const priceStaircase = filled<Words<"priceStaircase">>({
  title: "O que é a Black",
  paragraphs: [
    "A Black é uma aula online, transmitida ao vivo por uma plataforma de vídeo em {date}, às {hour}. Nela, o acesso a todos os cursos sobre altas habilidades e neurodivergência é oferecido por um preço que só aparece ao vivo.",
    "Para comparar, estes são os preços fora da Black, do menor ao maior.",
  ],
  /** No lugar do primeiro parágrafo, depois da aula ou quando ela foi cancelada. */
  after:
    "A Black é uma aula online, transmitida ao vivo por uma plataforma de vídeo. Nela, o acesso a todos os cursos sobre altas habilidades e neurodivergência é oferecido por um preço que só aparece ao vivo.",
  steps: [
    { what: "1 curso", price: "R$ 597,00" },
    { what: "Todos os cursos por 1 ano", price: "R$ 5.968,00" },
    { what: "Todos os cursos por 5 anos", price: "R$ 29.840,00" },
    { what: "Todos os cursos por 10 anos", price: "R$ 59.680,00" },
  ],
  black: { what: "Black: acesso {access}", price: "Revelado na aula" },
  /** Até o fim da aula. */
  note: "Assistir à revelação ao vivo é a única forma de aproveitar a oferta. Depois, o preço volta ao normal, sem exceções.",
  cta: "QUERO PARTICIPAR DA AULA AO VIVO",
});
