/** `npm run leads -- report`. */
export const report = {
  summary: "escreve o relatório da noite, para ver e imprimir: um arquivo HTML e um CSV",
  details: [
    "O relatório mostra as inscrições por minuto e por origem, os passos da página ao grupo, quanto demoraram as entregas, a",
    "velocidade da página e os erros. São só números: ele não tem nome, e-mail nem telefone de ninguém.",
    "",
    "Sem --since e --to, ele vai de duas horas antes da aula até uma hora depois dela. O tempo é sempre de horas inteiras, no",
    "máximo 24. O HTML abre em qualquer navegador, sem internet. O CSV abre no Excel em português com dois cliques.",
  ],
  options: {
    folder: "a pasta dos dois arquivos, se não for exports/",
    replace: "troca os arquivos, se eles já existem",
  },
  tooLong: "O relatório vai até 24 horas. Escolha um tempo mais curto com --since e --to.",
  notYet: (day: string) =>
    `A noite da aula (${day}) ainda não chegou. Para o relatório de outro tempo, use --since e --to.`,
  future: "Este tempo ainda não chegou. Escolha outro com --since e --to.",
  published: (folder: string) =>
    `Um arquivo em ${folder}/ pode ir para a internet, e estes números são só seus. Escolha outra pasta, como exports/.`,
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
    "Dispositivo",
    "Número",
  ],
  parts: {
    all: "No total",
    minute: "Por minuto",
    source: "Inscrições por origem",
    step: "Passos",
    stepShare: "Passos, em % das páginas vistas",
    lag: "Entregas por tempo",
    lagMs: "Tempo de entrega em segundos",
    vital: "Velocidade",
    error: "Erros",
  },
  signUps: "Inscrições",
  people: "Pessoas novas",
  views: "Páginas vistas",
  median: "mediana",
  p95: "95% das entregas até",
  upTo: (seconds: number) => `até ${seconds} segundos`,
  longer: (seconds: number) => `mais de ${seconds} segundos`,
};
