import { filled } from "./filled.ts";
import type { Hero } from "./shapes/sections.ts";

export const hero = filled<Hero>({
  eyebrow: "Aula Black AHSD · {date}, {hour}, ao vivo",
  headline: "A maior oferta da história das altas habilidades",
  lead: "O preço e os bônus ainda não foram revelados. Enquanto isso, assista às aulas gratuitas.",
  promise: "O acesso {access} a todos os cursos será oferecido na aula ao vivo.",
  cta: "QUERO GARANTIR MINHA VAGA NA LIVE",
  priceLabel: "Preço revelado só na live",
});
