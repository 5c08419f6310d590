/**
 * Why the store fails or cannot be used. Each is a part of a sentence, without a full stop: other sentences put it into
 * brackets or after a colon.
 */
export const outages = {
  noAnswerWithin: (ms: number) => `o Postgres não respondeu em ${ms} ms`,
  mayLoseCommits: (off: string) =>
    `o Postgres pode perder o que gravou, se a energia cair (desligado, e deve ser ligado lá: ${off})`,
  hiddenRows:
    "o Postgres esconde as linhas deste usuário: use o dono das tabelas, ou um usuário com BYPASSRLS",
  missing: "não há leads: nenhum servidor criou as tabelas ainda",
  older: "foi feito por uma versão de teste, anterior à primeira, que esta não sabe ler",
  stillRead:
    "outro comando ou programa ainda está lendo o banco de dados (backup também faz isso), e o que foi apagado ainda está em leads.sqlite-wal",
};
