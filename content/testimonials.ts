import { filled } from "./filled.ts";
import type { Testimonials } from "./shapes/sections.ts";

export const testimonials = filled<Testimonials>({
  title: "DEPOIMENTOS DE QUEM JÁ VIVEU ESSA TRANSFORMAÇÃO",
  count: 9,
  alt: "Depoimento {number}",
  previous: "Depoimento anterior",
  next: "Próximo depoimento",
  position: "Depoimento {number} de {count}",
  carousel: "Depoimentos",
  cta: "QUERO GARANTIR MINHA PRESENÇA NA LIVE",
});
