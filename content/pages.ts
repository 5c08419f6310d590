import type { PageHead } from "./shape.ts";

/** What the browser's tab, search engines and messengers show of each page. */
export const pages = {
  landing: {
    path: "/",
    name: "Black AHSD",
    title: "Black AHSD: aula ao vivo em {date}, às {hour}",
    description:
      "Acesso vitalício aos cursos sobre altas habilidades e neurodivergência. O preço só é revelado na aula ao vivo, em {date}, às {hour}.",
  },
  privacy: {
    path: "/politica-privacidade",
    name: "Política de Privacidade",
    title: "Política de Privacidade | Black AHSD",
    description: "Quais dados a página da Black AHSD guarda, por quê e por quanto tempo.",
  },
  terms: {
    path: "/termos-uso",
    name: "Termos de Uso",
    title: "Termos de Uso | Black AHSD",
    description: "As condições de uso da página da Black AHSD.",
  },
  received: {
    path: "/inscricao-recebida",
    name: "Inscrição recebida",
    title: "Inscrição recebida | Black AHSD",
    description: "Sua inscrição na aula Black AHSD foi recebida.",
  },
  retry: {
    path: "/422",
    name: "A inscrição ainda não foi feita",
    title: "A inscrição ainda não foi feita | Black AHSD",
    description: "Confira seus dados e envie de novo.",
  },
  notFound: {
    path: "/404",
    name: "Oops! Page not found",
    title: "Oops! Page not found | Black AHSD",
    description: "Esta página não existe.",
  },
  malformed: {
    path: "/400",
    name: "Unexpected Application Error!",
    title: "Unexpected Application Error! | Black AHSD",
    description: "O endereço não é válido.",
  },
  error: {
    path: "/500",
    name: "Unexpected Application Error!",
    title: "Unexpected Application Error! | Black AHSD",
    description: "Houve um erro no nosso sistema.",
  },
} as const satisfies Record<string, PageHead>;
