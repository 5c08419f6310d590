import { filled } from "./filled.ts";
import type { Words } from "./shapes/words.ts";

export const messages = filled<Words<"messages">>({
  form: {
    title: "Participe da aula Black AHSD",
    intro: "O preço e os bônus do acesso {access} a todos os cursos são revelados na aula.",
    name: { label: "Nome completo", placeholder: "Seu nome completo" },
    email: { label: "Seu melhor e-mail", placeholder: "voce@exemplo.com" },
    whatsapp: { label: "WhatsApp (com DDD)", placeholder: "(00) 00000-0000" },
    submit: "QUERO PARTICIPAR DA AULA AO VIVO",
    /** Abaixo do botão. */
    notPurchase: "Esta inscrição não é uma compra.",
    sending: "Enviando…",
    /** Abaixo do botão, quando o envio não deu certo e a página tenta de novo sozinha, e o botão que desiste de um envio. */
    waits:
      "Sua inscrição ainda não foi enviada. Está guardada neste aparelho e vai sozinha; você pode tentar agora.",
    takeBack: "Não enviar a inscrição de {email}",
    close: "Fechar",
    honeypot: "Deixe este campo em branco",
    policy: "Política de Privacidade",
    emailSuggestion: "Usar {email}",
    emailSuggestionIntro: "Confira o e-mail. Parece haver um erro de digitação.",
    whatsappHints: {
      digits: "Confira o número. Parece faltar um dígito.",
      area: "Confira o número. Parece faltar o DDD.",
    },
  },
  /**
   * As frases exatas que as pessoas leem ou autorizam. Nunca altere uma delas: acrescente outra, com um nome novo, e
   * escreva esse nome em `current` ou, se ela é da próxima aula, em `currentNext` e em `forNext`.
   */
  wordings: {
    current: { notice: "aviso-1", consent: "autorizacao-1" },
    /** As frases para quem se inscreve depois da aula, para saber da próxima. */
    currentNext: { notice: "aviso-proxima-1", consent: "autorizacao-proxima-1" },
    consents: ["autorizacao-1", "autorizacao-proxima-1"],
    /** As frases de quem quer saber da próxima aula: essas pessoas recebem outra tag no ActiveCampaign. */
    forNext: ["aviso-proxima-1", "autorizacao-proxima-1"],
    texts: {
      "aviso-1":
        "Ao se inscrever, você recebe mensagens sobre a Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.",
      "autorizacao-1": "Autorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.",
      "aviso-proxima-1":
        "Ao se inscrever, você recebe mensagens sobre a próxima Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.",
      "autorizacao-proxima-1":
        "Autorizo receber comunicações sobre a próxima Black AHSD e ofertas exclusivas.",
    },
  },
  /**
   * O convite que uma pessoa já inscrita manda a outra: o botão, e a mensagem, à qual a página acrescenta o endereço do
   * site. Não escreva a data na mensagem: a aula pode mudar depois que ela foi enviada.
   */
  friend: {
    label: "Convidar alguém para a aula",
    text: "Talvez esta aula interesse a você:",
  },
  toasts: {
    sendFailed: {
      title: "Erro",
      text: "Não foi possível enviar seus dados. Tente novamente.",
    },
    consentMissing: {
      title: "Aceite necessário",
      text: "Por favor, autorize receber comunicações para continuar.",
    },
    signedUp: {
      title: "Inscrição realizada!",
      text: "Em breve você receberá mais informações sobre a Black AHSD.",
    },
    close: "Fechar aviso",
  },
  fieldProblems: {
    name: { required: "Escreva seu nome.", invalid: "Escreva seu nome." },
    email: {
      required: "Escreva seu e-mail.",
      invalid: "Este e-mail parece incompleto. Ele precisa ter o formato nome@exemplo.com.",
    },
    whatsapp: {
      required: "Escreva seu WhatsApp com DDD.",
      invalid: "Escreva seu WhatsApp com DDD.",
    },
  },
  unexpectedError: {
    title: "Unexpected Application Error!",
    text: "Houve um erro no nosso sistema. Espere um minuto e tente novamente.",
    malformed: "O endereço que você abriu não é válido. Confira se ele foi copiado por inteiro.",
  },
  notFound: {
    title: "Oops! Page not found",
    text: "Esta página não existe ou mudou de endereço.",
    home: "Voltar para a página inicial",
  },
});

/** O botão flutuante. */
export const floating = filled<Words<"floating">>({
  label: "PARTICIPAR DA AULA BLACK – CONDIÇÃO AO VIVO",
  close: "Fechar este botão",
});
