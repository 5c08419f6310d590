/**
 * Why the store fails or cannot be used. Each is a part of a sentence, without a full stop: other sentences put it into
 * brackets or after a colon.
 */
export const outages = {
  lateAnswer: "o banco de dados não respondeu a tempo",
  noAnswerWithin: (ms: number) => `o Postgres não respondeu em ${ms} ms`,
  onlyReading: "o Postgres só aceita leitura: é uma réplica, ou está em modo de leitura",
  mayLoseCommits: (off: string) =>
    `o Postgres pode perder o que gravou, se a energia cair (desligado: ${off})`,
  hiddenRows:
    "o Postgres esconde as linhas deste usuário: use o dono das tabelas, ou um usuário com BYPASSRLS",
  older: "foi feito por uma versão anterior à primeira, que esta não sabe ler",
  noReadinessRow: "falta no banco de dados a linha que o servidor grava para testar",
  stillRead:
    "outro comando ou programa ainda está lendo o banco de dados (backup também faz isso), e o que foi apagado ainda está em leads.sqlite-wal",

  replaced: (file: string) => `${file} foi apagado ou trocado durante o uso`,
  logAlone: (file: string) =>
    `falta ${file}, e as inscrições mais novas estão em ${file}-wal. Traga o arquivo de volta, ou restaure uma cópia com --replace`,
  foreignLog: (file: string) =>
    `${file} foi sobrescrito, e ${file}-wal tinha inscrições mais novas. Restaure uma cópia com --replace`,
};

/** What an error of the database, the file system or the network means. The error's own words follow it. */
export const outageMeanings = {
  cannotOpen: "não foi possível abrir o arquivo",
  onlyReading: "só é possível ler",
  notADatabase: "o arquivo não é um banco de dados",
  damaged: "o arquivo está danificado",
  diskFull: "o disco está cheio",
  diskError: "o disco deu um erro",
  busy: "outro programa está usando o banco de dados",
  forbidden: "falta permissão",
  notFound: "o arquivo ou a pasta não existe",
  noFolder: "há um arquivo no lugar de uma pasta",
  connectionRefused: "a conexão foi recusada",
  unknownHost: "o nome do servidor não existe",
  unreachable: "o servidor não responde",
  connectionLost: "a conexão caiu",
  wrongPassword: "usuário ou senha errados",
  unknownDatabase: "o banco de dados não existe",
  tooManyConnections: "há conexões demais",
  stoppingOrStarting: "o Postgres está parando ou iniciando",

  noFreeConnection: "nenhuma conexão com o Postgres ficou livre a tempo",
  notAccepted: "o Postgres não aceitou a conexão a tempo",
  connectionEnded: "o Postgres ou a rede encerrou a conexão",
  connectionClosed: "a conexão com o Postgres foi fechada",
  connectionBroken: "a conexão com o Postgres caiu antes desta consulta",
  connectionsClosed: "as conexões com o Postgres estão fechadas",
  noSsl: "o Postgres não oferece SSL",
  sslFailed: "não foi possível fazer a conexão SSL com o Postgres",
};
