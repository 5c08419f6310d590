import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const bonuses = filled<Words<"bonuses">>({
  title: "Bônus",
  intro: "Quem compra na aula também recebe:",
  cards: [
    {
      title: "Materiais e ferramentas",
      text: "Vêm junto com os cursos.",
      items: [
        "PDFs das aulas",
        "Teste adaptado do questionário de sobre-excitabilidades",
        "Teste de rastreio para altas habilidades, TDAH e autismo",
        "Ferramentas de IA para autoconhecimento, treinadas por quem dá os cursos",
        "Bateria de testes de rastreio",
        "Bônus surpresa, só durante a aula",
      ],
    },
    {
      title: "Bônus físicos",
      /** O nome da imagem em content/pictures/. Sem esta linha, a lista fica sem imagem. */
      picture: "bonus-fisicos",
      text: "Só para as {bonusLimit} primeiras pessoas que comprarem.",
      items: [
        "O primeiro livro impresso",
        "O caderno de exercícios do Antinatural em formato de livro",
        "Um caderno estilizado",
        "E outros itens",
      ],
    },
  ],
  notice: "Os bônus físicos terminam depois das {bonusLimit} primeiras compras.",
  cta: "QUERO RESERVAR MEU LUGAR NA AULA BLACK",
});
