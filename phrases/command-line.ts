const call = "npm run leads --";

/** What several commands say. */
export const commandLine = {
  call,
  argumentMissing: "O comando está incompleto.",
  argumentTooMany: (word: string) => `O comando não aceita "${word}" aqui.`,
  outputFailed: (reason: string) => `Não foi possível escrever a saída (${reason}).`,
  unanswered: "Interrompido. Nada mudou.",
  noFolder: (folder: string) => `A pasta ${folder} não existe. Crie a pasta, ou escolha outra.`,
  serverSettings:
    "O servidor usa o .env de quando foi iniciado: se você mudou algo, reinicie o servidor antes.",
};

/** What the commands say that take the e-mail of one person. */
export const email = {
  details: [
    "O comando pergunta o e-mail, ou o lê da entrada padrão. Também aceita o e-mail escrito depois do comando, mas então",
    "ele fica visível na lista de processos e no histórico do terminal.",
  ],
  notOne: (text: string) => `"${text}" não é um e-mail.`,
};

/** Why nothing is sent to ActiveCampaign at present. */
export const circuit = { free: "Nenhuma pausa, falha ou espera impede as entregas." };
