/** `npm run leads -- report`. */
export const report = {
  summary: "escreve o relatório da noite, para ver e imprimir: um arquivo HTML e um CSV",
  details: [
    "O relatório mostra as inscrições por minuto e por origem, os passos da página ao grupo, quanto demoraram as entregas, a",
    "rapidez da página e os erros. São só números: ele não tem nome, e-mail nem telefone de ninguém.",
    "",
    "Sem --since e --to, ele vai de duas horas antes da aula até uma hora depois dela. O período é sempre de horas inteiras, no",
    "máximo 24. O HTML abre em qualquer navegador, sem internet. O CSV abre no Excel em português com dois cliques.",
  ],
  options: { folder: "a pasta dos dois arquivos, se não for exports/" },
  tooLong: "O relatório vai até 24 horas. Escolha um período mais curto com --since e --to.",
  notYet: (day: string) =>
    `A noite da aula (${day}) ainda não chegou. Para o relatório de outro período, use --since e --to.`,
  future: "Este período ainda não chegou. Escolha outro com --since e --to.",
  published: (folder: string) =>
    `Um arquivo em ${folder}/ pode ir para a internet, e estes números são só seus. Escolha outra pasta, como exports/.`,
  exists: (file: string) =>
    `${file} já existe. Apague o relatório antigo, ou escolha outra pasta com --folder.`,
  written: (page: string, table: string) =>
    `O relatório está em ${page}, e a tabela para o Excel em ${table}. Só o seu usuário pode ler os arquivos.\n`,
  fileName: (day: string) => `relatorio-${day}`,
};

/** The cells of the table for Excel. */
export const reportTable = {
  titles: (timeZone: string) => [
    "Assunto",
    `Início (horário de ${timeZone})`,
    "Nome",
    "Aparelho",
    "Número",
  ],
  parts: {
    all: "No total",
    minute: "Por minuto",
    source: "Inscrições por origem",
    step: "Passos",
    stepShare: "Passos, em % das páginas vistas",
    lag: "Entregas por tempo",
    lagSeconds: "Tempo de entrega em segundos",
    vital: "Rapidez",
    error: "Erros",
  },
  signUps: "Inscrições",
  people: "Pessoas novas",
  views: "Páginas vistas",
  upTo: (seconds: number) => `até ${seconds} segundos`,
  longer: (seconds: number) => `mais de ${seconds} segundos`,
};
