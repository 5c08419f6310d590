import { commandLine } from "#phrases/command-line.ts";

/** What the pages around the panel say: the way in, the questions before an action, and what did not work. */
export const door = {
  newLink: `${commandLine.call} panel`,
  back: "Voltar ao painel",

  entry: {
    title: "Entrar no painel",
    sentence:
      "Este link vale uma vez. Depois de entrar, este aparelho vê o painel por 12 horas, ou até você sair.",
    button: "Entrar",
  },

  notices: {
    notSignedIn: {
      title: "Este aparelho não está no painel",
      sentence: "Para entrar, faça um link no servidor com este comando, e abra o link aqui:",
    },
    unusable: {
      title: "Este link não vale",
      sentence:
        "Cada link vale uma vez, por dez minutos. Este já foi usado, venceu, foi encerrado ou está incompleto. Para fazer outro, rode:",
    },
    tooMany: {
      title: "Foram muitas tentativas",
      sentence: "Espere alguns minutos e tente de novo. Se o link já venceu, faça outro:",
    },
    storeFails: {
      title: "O banco de dados não responde",
      sentence:
        "O painel volta quando ele responder: esta página tenta de novo sozinha. Para saber a causa, rode no servidor:",
      command: `${commandLine.call} doctor`,
    },
    signedOut: {
      title: "Você saiu do painel",
      sentence: "Este aparelho não vê mais o painel. Para entrar de novo, faça outro link:",
    },
  },

  questions: {
    pause: {
      question: "Pausar as entregas?",
      sentence:
        "O servidor deixa de enviar leads ao ActiveCampaign. As inscrições continuam, e todos os leads ficam guardados aqui.",
      label: "Pausar as entregas",
    },
    resume: {
      question: "Retomar as entregas?",
      sentence: "O servidor volta a enviar ao ActiveCampaign os leads que estão na fila.",
      label: "Retomar as entregas",
    },
    live: {
      question: "Dizer que a aula está ao vivo?",
      sentence: "A página diz a todos que a aula está ao vivo, e mostra a entrada.",
      label: "Dizer que está ao vivo",
    },
    waiting: {
      question: "Dizer que a aula vai atrasar?",
      sentence: "A página diz a todos que a aula começa em alguns minutos.",
      label: "Dizer que vai atrasar",
    },
    over: {
      question: "Dizer que a aula terminou?",
      sentence: "A página diz a todos que a aula terminou.",
      label: "Dizer que terminou",
    },
    auto: {
      question: "Voltar ao relógio?",
      sentence: "A página volta a seguir a data e a hora da aula, sem escolha à mão.",
      label: "Voltar ao relógio",
    },
    groupFull: {
      question: (group: number) => `Marcar o grupo\u00a0${group} como cheio?`,
      sentence: (group: number) =>
        `O grupo\u00a0${group} não recebe mais pessoas. Quem pedir a entrada vai para o próximo grupo aberto. Para desfazer, no servidor: ${commandLine.call} groups reopen ${group}`,
      label: "Marcar como cheio",
    },
  },
  /** Added to the question about a phase that is unusual now. */
  farFromClass:
    "A aula não é hoje, e não acabou há pouco: mesmo assim, todos os visitantes verão isto já agora.",
  cancel: "Não mudar nada",

  failures: {
    title: "Nada mudou",
    readOnly: "Este acesso ao painel é só para ver. Peça um link que também possa mudar.",
    otherSite: "O pedido não veio do painel. Abra o painel e tente de novo.",
    noGroup: "Este grupo não existe mais. Volte ao painel para ver os grupos de agora.",
    storeFails: "O banco de dados não respondeu. Tente de novo em alguns segundos.",
    unknown: "Esta ação não existe. Volte ao painel.",
  },
};
