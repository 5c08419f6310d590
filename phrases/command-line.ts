const call = "npm run leads --";

/** What all commands say: the help, and what is wrong in a command that the operator wrote. */
export const commandLine = {
  call,
  usage: (usage: string) => `Uso: ${usage}`,
  anyCommand: "<comando>",
  oneCommand: "<comando> --help   o que o comando faz, e suas opções",
  exitCodes: "Código de saída: 0, deu certo; 1, falhou; 2, o comando está mal escrito.",
  noCommand: (name: string) => `O comando "${name}" não existe.`,
  allCommands: `Para ver todos os comandos: ${call} --help`,
  didYouMean: (word: string) => `Você quis dizer ${word}?`,
  noOption: (option: string) => `A opção ${option} não existe neste comando.`,
  noValue: (option: string) => `Falta o valor de ${option}.`,
  valueTooMany: (option: string) => `A opção ${option} não aceita valor.`,
  argumentMissing: "O comando está incompleto.",
  argumentTooMany: (word: string) => `O comando não aceita "${word}" aqui.`,
  stopped: (name: string, reason: string) =>
    `O comando ${name} parou antes do fim (${reason}). Resolva este problema e rode ${name} de novo.`,
  outputFailed: (reason: string) => `Não foi possível escrever a saída (${reason}).`,
  unanswered: "Interrompido. Nada mudou.",
  noFolder: (folder: string) => `A pasta ${folder} não existe. Crie a pasta, ou escolha outra.`,
  serverSettings:
    "O servidor usa o .env de quando foi iniciado: se você mudou algo, reinicie o servidor antes.",
  storeNotWritten: (reason: string) =>
    `Não é possível gravar no banco de dados (${reason}). As inscrições mais novas podem faltar aqui.`,
};

/** What the commands say that take the e-mail of one person. */
export const email = {
  details: [
    "O comando pergunta o e-mail, ou o lê da entrada padrão. Também aceita o e-mail escrito depois do comando, mas então",
    "ele fica visível na lista de processos e no histórico do terminal.",
  ],
  question: "E-mail: ",
  missing: "Falta o e-mail. Escreva-o quando o comando perguntar, ou mande-o pela entrada padrão.",
  notOne: (text: string) => `"${text}" não é um e-mail.`,
  unknown: (text: string) => `Nenhuma pessoa tem o e-mail ${text}.`,
  erasedAt: (time: string) => `Uma pessoa com este e-mail foi apagada em ${time}.`,
  searchInstead: `Confira a grafia ou procure pelo nome: ${call} find`,
};

/** Why nothing is sent to ActiveCampaign at present. */
export const circuit = { free: "Nenhuma pausa, falha ou espera impede as entregas." };
