import type { Hero } from "./shape.ts";

export const hero = {
  eyebrow: "Aula Black AHSD · {date}, {hour}, ao vivo",
  headline: "A maior oferta da história das altas habilidades",
  lead: "O preço e os bônus ainda não foram revelados. Enquanto isso, assista às aulas gratuitas.",
  promise: "O acesso vitalício a todos os cursos será oferecido na aula ao vivo.",
  cta: "QUERO GARANTIR MINHA VAGA NA LIVE",
  priceLabel: "Preço revelado só na live",
  lessonsTitle: "Aulas gratuitas para assistir agora",
  lessonsText: "Sem cadastro. O vídeo só carrega quando você aperta o botão.",
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
} as const satisfies Hero;
