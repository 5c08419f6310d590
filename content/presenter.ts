import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const presenter = filled<Words<"presenter">>({
  title: "QUEM ESTARÁ COM VOCÊ NESSA JORNADA",
  /** O nome de quem apresenta, que também vai para o topo da página. Vazio, não aparece. */
  name: "",
  alt: "Foto de quem apresenta a aula",
  paragraphs: [
    "Quem apresenta a aula é referência em altas habilidades ou superdotação (AHSD) e dupla excepcionalidade no Brasil.",
  ],
  figures: [
    { value: "+{audience}", label: "alunos e seguidores" },
    { value: "Centenas", label: "de profissionais formados" },
  ],
  support: "Falar com Suporte Humano",
});
