import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

/** A página principal. */
export const landingPage = filled<Words<"landingPage">>({
  name: "Black AHSD",
  title: "Black AHSD: aula ao vivo em {date}, às {hour}",
  description:
    "Acesso {access} aos cursos sobre altas habilidades e neurodivergência. O preço só é revelado na aula ao vivo, em {date}, às {hour}.",
});

/**
 * A aula na agenda de quem guarda a data. A página põe a hora em {time}, e em {address} o endereço /aovivo do site, que leva
 * à aula.
 */
export const calendarEntry = filled<Words<"calendarEntry">>({
  title: "Aula Black AHSD",
  text: "A aula ao vivo começa às {time} (horário de Brasília). O preço só é revelado nela. Para entrar, abra {address}",
});

/** As outras páginas, como aparecem no navegador, nas buscas e no WhatsApp. */
export const pages = filled<Words<"pages">>({
  privacy: {
    name: "Política de Privacidade",
    title: "Política de Privacidade | Black AHSD",
    description: "Quais dados a página da Black AHSD guarda, por quê e por quanto tempo.",
  },
  terms: {
    name: "Termos de Uso",
    title: "Termos de Uso | Black AHSD",
    description: "As condições de uso da página da Black AHSD.",
  },
  received: {
    name: "Inscrição recebida",
    title: "Inscrição recebida | Black AHSD",
    description: "Sua inscrição na aula Black AHSD foi recebida.",
  },
  live: {
    name: "Aula ao vivo",
    title: "Aula ao vivo | Black AHSD",
    description: "A entrada da aula ao vivo da Black AHSD.",
  },
  group: {
    name: "Grupo",
    title: "Grupo | Black AHSD",
    description: "A entrada do grupo da Black AHSD.",
  },
  otherGroup: {
    name: "Outro grupo",
    title: "Outro grupo | Black AHSD",
    description: "Os grupos da Black AHSD estão cheios.",
  },
  retry: {
    name: "A inscrição ainda não foi feita",
    title: "A inscrição ainda não foi feita | Black AHSD",
    description: "Confira seus dados e envie de novo.",
  },
  notFound: {
    name: "Oops! Page not found",
    title: "Oops! Page not found | Black AHSD",
    description: "Esta página não existe.",
  },
  malformed: {
    name: "Unexpected Application Error!",
    title: "Unexpected Application Error! | Black AHSD",
    description: "O endereço não é válido.",
  },
  error: {
    name: "Unexpected Application Error!",
    title: "Unexpected Application Error! | Black AHSD",
    description: "Houve um erro no nosso sistema.",
  },
});

/** As páginas do grupo. O servidor leva direto ao grupo: a página só aparece onde ele não pode fazer isso. */
export const groupPages = filled<Words<"groupPages">>({
  group: { title: "Grupo da Black AHSD" },
  /** A página /grupo/outro, quando não há lugar em nenhum grupo. */
  otherGroup: {
    title: "Os grupos estão cheios agora",
    text: "Se você já se inscreveu, sua inscrição continua valendo: a aula não depende do grupo. Para pedir um lugar no grupo, fale com o suporte.",
  },
});

/** As palavras em volta dos textos de `privacy.ts` e `terms.ts`. */
export const legal = filled<Words<"legal">>({
  updated: "Última atualização: {today}",
  today: "hoje",
  back: "Voltar para a página inicial",
});
