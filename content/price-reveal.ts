import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const priceReveal = filled<Words<"priceReveal">>({
  title: "O VALOR SERÁ REVELADO AO VIVO",
  priceLabel: "Revelado em {date}, às {hour}",
  intro: "Durante a aula Black AHSD, você vai ver:",
  willShow: [
    "o valor real de cada curso;",
    "quanto os cursos custariam em 5 e em 10 anos de renovações;",
    "o preço do acesso {access} a todos os cursos;",
    "os bônus surpresa, que só existem durante a aula.",
  ],
  closing: "Até lá, o preço não é divulgado. Só quem assiste ao vivo pode aproveitar a oferta.",
  cta: "QUERO PARTICIPAR DA AULA BLACK",
});
