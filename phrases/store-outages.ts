/**
 * Why the store fails or cannot be used. Each is a part of a sentence, without a full stop: other sentences put it into
 * brackets or after a colon.
 */
export const outages = {
  noAnswerWithin: (ms: number) => `o Postgres não respondeu em ${ms} ms`,
  mayLoseCommits: (off: string) =>
    `o Postgres pode perder o que gravou, se a energia cair (desligado: ${off})`,
  hiddenRows:
    "o Postgres esconde as linhas deste usuário: use o dono das tabelas, ou um usuário com BYPASSRLS",
  older: "foi feito por uma versão anterior à primeira, que esta não sabe ler",
  stillRead:
    "outro comando ou programa ainda está lendo o banco de dados (backup também faz isso), e o que foi apagado ainda está em leads.sqlite-wal",
};

/** Errors while a copy of the store is made or restored. Why a file cannot be restored is in commands/restore.ts. */
export const backupErrors = {
  isThere: (file: string) => `${file} já existe`,
  brokenCopy: (from: string, reason: string) => `A cópia de ${from} está danificada: ${reason}.`,
  noStore: (file: string) => `não há leads em ${file}`,
  noTables: (place: string) => `não há leads em ${place}: nenhum servidor criou as tabelas ainda`,
  unusableCopy: (folder: string) => `Não foi possível abrir a cópia em ${folder}.`,
};
