import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const audience = filled<Words<"audience">>({
  title: "Para quem é",
  groups: [
    {
      who: "Pessoas que se sentem diferentes",
      why: "Para quem quer entender como pensa, sente e aprende.",
    },
    {
      who: "Pais e educadores",
      why: "Para quem convive com crianças e jovens com altas habilidades.",
    },
    {
      who: "Profissionais da saúde e da psicologia",
      why: "Para quem atende pessoas neurodivergentes.",
    },
    {
      who: "Quem já estuda com a gente",
      why: "Para quem já faz um dos cursos e quer ter acesso a todos.",
    },
  ],
  cta: "QUERO TER ACESSO À AULA ESPECIAL",
});
