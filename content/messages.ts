export const messages = {
  form: {
    title: "Participe da aula Black AHSD",
    intro: "Preencha seus dados para participar da aula ao vivo.",
    name: { label: "Nome completo", placeholder: "Seu nome completo" },
    email: { label: "Seu melhor e-mail", placeholder: "voce@exemplo.com" },
    whatsapp: { label: "WhatsApp (com DDD)", placeholder: "(00) 00000-0000" },
    submit: "QUERO PARTICIPAR DA AULA AO VIVO",
    sending: "Enviando…",
    close: "Fechar",
  },
  success: {
    title: "Inscrição recebida",
    text: "Em breve você receberá mais informações sobre a Black AHSD.",
    close: "Fechar",
  },
  sendFailed: { title: "Erro", text: "Não foi possível enviar seus dados. Tente novamente." },
  fieldProblems: {
    name: { required: "Escreva seu nome.", invalid: "Escreva seu nome." },
    email: {
      required: "Escreva seu e-mail.",
      invalid: "Este e-mail parece incompleto. Confira se ele tem nome, arroba e domínio.",
    },
    whatsapp: {
      required: "Escreva seu WhatsApp com DDD.",
      invalid: "Escreva seu WhatsApp com DDD.",
    },
  },
  refusals: {
    malformed: "Não foi possível ler os dados enviados. Tente novamente.",
    unauthorized: "Esta página está desatualizada. Recarregue e tente novamente.",
    "method-not-allowed": "Este endereço só recebe inscrições pelo formulário.",
    "too-large": "Os dados enviados são grandes demais. Confira o que você escreveu.",
    "unsupported-type": "Não foi possível ler os dados enviados. Tente novamente.",
    "invalid-lead": "Confira os campos marcados.",
    unavailable: "Não foi possível guardar sua inscrição agora. Tente novamente em instantes.",
    unexpected: "Algo deu errado do nosso lado. Tente novamente em instantes.",
  },
  unexpectedError: {
    title: "Unexpected Application Error!",
    text: "Algo deu errado do nosso lado. Tente novamente em instantes.",
    malformed: "O endereço que você abriu está malformado. Confira se ele foi copiado por inteiro.",
  },
  notFound: { title: "Oops! Page not found", home: "Voltar para a página inicial" },
} as const;
