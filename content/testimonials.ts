import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const testimonials = filled<Words<"testimonials">>({
  title: "DEPOIMENTOS DE QUEM JÁ VIVEU ESSA TRANSFORMAÇÃO",
  /** Os nomes das imagens de content/pictures/, na ordem da página. Sem nenhum nome, a seção sai da página. */
  pictures: [
    "depoimento-1",
    "depoimento-2",
    "depoimento-3",
    "depoimento-4",
    "depoimento-5",
    "depoimento-6",
    "depoimento-7",
    "depoimento-8",
    "depoimento-9",
  ],
  alt: "Depoimento {number}",
  previous: "Depoimento anterior",
  next: "Próximo depoimento",
  /** Qual imagem se vê, ou quais: "1 de 9" ou, com `to`, "1 a 3 de 9". */
  position: "{number} de {count}",
  to: "a",
  carousel: "Depoimentos",
  cta: "QUERO GARANTIR MINHA PRESENÇA NA LIVE",
});
