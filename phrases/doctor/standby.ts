const guide = "Veja docs/operacao/postgres.md.";

/** What doctor says about the loss of the store's disk: whether an acknowledged sign-up is on one disk or on two. */
export const standbyFindings = {
  oneDisk:
    "Uma inscrição confirmada está em um só disco: ela resiste a uma queda de energia, mas não à perda desse disco.",
  onePostgresDisk:
    "Uma inscrição confirmada está em um só disco, porque nenhuma réplica síncrona está configurada: ela resiste a uma queda de energia, mas não à perda do disco do Postgres.",
  settings: (wanted: string, waitsFor: string) =>
    `synchronous_standby_names = ${wanted}, synchronous_commit = ${waitsFor}`,
  notWaiting: (settings: string) =>
    `Uma inscrição confirmada está em um só disco, porque as gravações não esperam pela réplica (${settings}).`,
  wait: `Ponha synchronous_commit em on no Postgres. ${guide}`,
  twoDisks: (settings: string) =>
    `Uma inscrição confirmada resiste à perda do disco do Postgres: uma réplica síncrona também a tem (${settings}).`,
  hidden: (settings: string) =>
    `O usuário de DATABASE_URL não pode ver se uma réplica síncrona está conectada (${settings}).`,
  grant: "Dê a ele a permissão pg_read_all_stats, ou olhe pg_stat_replication no Postgres.",
  noStandby: (settings: string) =>
    `Nenhuma réplica síncrona está conectada (${settings}): toda inscrição espera por uma e é recusada com 503.`,
  startStandby: `Inicie a réplica, ou ponha synchronous_standby_names em '' e recarregue o Postgres. ${guide}`,
};
