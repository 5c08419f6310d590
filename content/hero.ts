import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const hero = filled<Words<"hero">>({
  eyebrow: "Aula Black AHSD · ao vivo",
  headline: "A maior oferta da história das altas habilidades",
  lead: "O preço e os bônus ainda não foram revelados. Enquanto isso, assista às {lessons}.",
  /** O link para as aulas gratuitas, que a página põe em {lessons}. */
  lessons: "aulas gratuitas",
  promise: "O acesso {access} a todos os cursos será oferecido na aula ao vivo.",
  /** Sobre quem apresenta: com um nome em `presenter.ts` vale `proofNamed`, e a página põe o nome em {name}. */
  proof:
    "Quem apresenta é referência em AHSD e dupla excepcionalidade no Brasil, com mais de {audience} alunos e seguidores.",
  proofNamed:
    "Com {name}, referência em AHSD e dupla excepcionalidade no Brasil: mais de {audience} alunos e seguidores.",
  cta: "QUERO GARANTIR MINHA VAGA NA LIVE",
  priceLabel: "Preço revelado só na aula",
  /** A linha da imagem que aparece com o link da página no WhatsApp. */
  socialPicture: "{date}, {hour}, ao vivo",
});
