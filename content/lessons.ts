import { filled } from "./filled.ts";
import type { Lessons } from "./shapes/sections.ts";

export const lessons = filled<Lessons>({
  title: "Aulas gratuitas para assistir agora",
  text: "Sem cadastro. O vídeo só carrega quando você aperta o botão.",
  playLabel: "Assistir à aula: {title}",
  lessons: [
    { video: "traits", title: "Características das altas habilidades" },
    { video: "loneliness", title: "Solidão existencial" },
    { video: "neuroscience", title: "Neurociência" },
    { video: "brain", title: "O cérebro" },
    { video: "adhdAndAutism", title: "TDAH e autismo" },
    { video: "trauma", title: "Trauma" },
    { video: "welcome", title: "Aula gratuita" },
  ],
});
