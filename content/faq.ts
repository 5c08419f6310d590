import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const faq = filled<Words<"faq">>({
  title: "PERGUNTAS FREQUENTES",
  questions: [
    {
      question: "Por quanto tempo terei acesso?",
      answer: "O acesso é {access}, a todos os cursos e às atualizações futuras.",
    },
    {
      question: "Posso assistir de qualquer lugar?",
      answer: "Sim. É 100% online e funciona em qualquer aparelho.",
    },
    {
      question: "Quando o preço será anunciado?",
      answer: "Durante a aula ao vivo Black AHSD, em {date}, às {hour}.",
      /** A resposta depois da aula, ou quando ela foi cancelada. */
      after: "Durante a próxima aula ao vivo Black AHSD.",
    },
    {
      question: "E se eu não gostar?",
      answer:
        "Você tem {guaranteeDays} dias, a partir da liberação do acesso, para pedir todo o dinheiro de volta.",
    },
  ],
});
