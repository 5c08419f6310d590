import { type Edit, words } from "./edit.ts";

const messages = "messages.ts";

/** The edits of an owner that change words, and the length of lists. */
export const wordEdits: Record<string, readonly Edit[]> = {
  "an eighth lesson": [
    {
      file: "links.ts",
      from: /\n( +)videos: \{/,
      to: '\n  videos: {\n    talentos: "kL9_mN2-pQ4",',
    },
    {
      file: "lessons.ts",
      from: /\n( +)lessons: \[/,
      to: '\n  lessons: [\n    { video: "talentos", title: "Talentos na vida adulta" },',
    },
  ],
  "headlines, titles and labels of buttons": [
    // With odd spaces and other quotes: the formatter leaves the files of an owner alone.
    {
      file: "hero.ts",
      from: /\n +headline: "A maior oferta da história das altas habilidades",/,
      to: "\n\t\t   headline :   'Altas habilidades: a nossa maior oferta do ano' ,",
    },
    words("hero.ts", "QUERO GARANTIR MINHA VAGA NA LIVE", "QUERO A MINHA VAGA NA LIVE"),
    words("audience.ts", "Para quem é", "Para quem é esta aula"),
    words("sign-up.ts", "QUERO PARTICIPAR DA AULA BLACK AHSD", "QUERO ESTAR NA AULA BLACK AHSD"),
    words(
      "sign-up.ts",
      "SIM, QUERO PARTICIPAR DA AULA BLACK AHSD",
      "SIM, QUERO ESTAR NA AULA BLACK AHSD",
    ),
    words(messages, "PARTICIPAR DA AULA BLACK – CONDIÇÃO AO VIVO", "QUERO IR À AULA BLACK"),
    words("faq.ts", "PERGUNTAS FREQUENTES", "DÚVIDAS FREQUENTES"),
    words("header.ts", "Modo calmo", "Sem movimento"),
    words("presenter.ts", "Falar com Suporte Humano", "Falar com uma pessoa"),
    words("testimonials.ts", "Depoimento {number} de {count}", "{number} de {count} depoimentos"),
  ],
  "labels and messages": [
    words(messages, "Participe da aula Black AHSD", "Entre na aula Black AHSD"),
    words(messages, "Nome completo", "Seu nome inteiro"),
    words(messages, "Seu melhor e-mail", "E-mail"),
    words(messages, "WhatsApp (com DDD)", "WhatsApp, com DDD"),
    words(messages, "QUERO PARTICIPAR DA AULA AO VIVO", "QUERO ASSISTIR AO VIVO"),
    words(messages, "Enviando…", "Um momento…"),
    words(messages, "Usar {email}", "Trocar por {email}"),
    words(messages, "Inscrição recebida", "Sua vaga está guardada"),
    words(messages, "Erro", "Não deu certo"),
    words(messages, "Aceite necessário", "Falta a sua autorização"),
    words(messages, "Inscrição realizada!", "Inscrição feita!"),
    words(messages, "Escreva seu e-mail.", "Falta o seu e-mail."),
    words(messages, "Oops! Page not found", "Página não encontrada"),
    words(messages, "Unexpected Application Error!", "Algo deu errado"),
    words(messages, "Voltar para a página inicial", "Ir para o início"),
    words("refusals.ts", "Confira os campos marcados.", "Corrija os campos marcados."),
    words("refusals.ts", "Confira seus dados", "Falta pouco: confira seus dados"),
    words("legal.ts", "Voltar para a página inicial", "Ir para o início"),
  ],
  "longer lists, and fewer testimonials": [
    {
      file: "courses.ts",
      from: /\n( +)courses: \[/,
      to: '\n  courses: [\n    { title: "Altas habilidades na escola", included: true, originalPrice: "R$ 247" },',
    },
    {
      file: "faq.ts",
      from: /\n( +)questions: \[/,
      to: '\n  questions: [\n    {\n      question: "A aula fica gravada?",\n      answer: "Não. Ela é só ao vivo, em {date}.",\n    },',
    },
    {
      file: "bonuses.ts",
      from: /\n( +)"PDFs das aulas",/,
      to: '\n        "PDFs das aulas",\n        "Um glossário",\n        "Um plano de estudos para doze meses, com exercícios",',
    },
    { file: "testimonials.ts", from: /\s*"depoimento-8",\s*"depoimento-9",/, to: "" },
  ],
  "a new sentence of consent, titles, and the page's form sends": [
    {
      file: messages,
      from: /\n( +)texts: \{/,
      to: '\n    texts: {\n      "autorizacao-2": "Aceito receber notícias da Black AHSD por e-mail e WhatsApp.",',
    },
    { file: messages, from: 'consent: "autorizacao-1"', to: 'consent: "autorizacao-2"' },
    {
      file: messages,
      from: 'consents: ["autorizacao-1",',
      to: 'consents: ["autorizacao-1", "autorizacao-2",',
    },
    { file: "launch.ts", from: /\binPageFormSends: false\b/, to: "inPageFormSends: true" },
    {
      file: "pages.ts",
      from: '"Black AHSD: aula ao vivo em {date}, às {hour}"',
      to: '"Aula Black AHSD, {date}, {hour}"',
    },
    words("pages.ts", "Política de Privacidade | Black AHSD", "Privacidade na Black AHSD"),
    words(
      "privacy.ts",
      "Para qualquer assunto de privacidade, escreva para {supportEmail}.",
      "Dúvidas sobre os seus dados? Escreva para {supportEmail}. Uma pessoa lê cada mensagem, responde em poucos dias, e explica em palavras simples o que guardamos, por quê e até quando.",
    ),
  ],
};
