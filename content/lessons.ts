import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const lessons = filled<Words<"lessons">>({
  title: "Aulas gratuitas para assistir agora",
  text: "Sem cadastro. O vídeo só carrega quando você aperta o botão.",
  /** Abaixo das aulas, enquanto alguma mostra um desenho no lugar da imagem. */
  drawings: "Os desenhos são exemplos.",
  playLabel: "Assistir à aula: {title}",
  lessons: [
    { video: "caracteristicas", title: "Características das altas habilidades" },
    { video: "solidao", title: "Solidão existencial" },
    { video: "neurociencia", title: "Neurociência" },
    { video: "cerebro", title: "O cérebro" },
    { video: "tdah-e-autismo", title: "TDAH e autismo" },
    { video: "trauma", title: "Trauma" },
    { video: "gratuita", title: "Aula gratuita" },
  ],
});
