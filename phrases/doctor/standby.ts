const guide = "Veja docs/operating/postgres.md.";

/** What doctor says about the loss of the store's disk: whether an acknowledged sign-up is on one disk or on two. */
export const standbyFindings = {
  oneDisk:
    "Uma inscrição confirmada está em um só disco: ela resiste a uma queda de energia, mas não à perda desse disco.",
  onePostgresDisk:
    "Uma inscrição confirmada está em um só disco, porque nenhum standby síncrono está configurado: ela resiste a uma queda de energia, mas não à perda do disco do Postgres.",
  settings: (wanted: string, waitsFor: string) =>
    `synchronous_standby_names = ${wanted}, synchronous_commit = ${waitsFor}`,
  notWaiting: (settings: string) =>
    `Uma inscrição confirmada está em um só disco, porque as gravações não esperam pelo standby (${settings}).`,
  wait: `Ponha synchronous_commit em on no Postgres. ${guide}`,
  twoDisks: (settings: string) =>
    `Uma inscrição confirmada resiste à perda do disco do Postgres: um standby síncrono também a tem (${settings}).`,
  hidden: (settings: string) =>
    `O usuário de DATABASE_URL não pode ver se um standby síncrono está conectado (${settings}).`,
  grant: "Dê a ele o direito pg_read_all_stats, ou olhe pg_stat_replication no Postgres.",
  noStandby: (settings: string) =>
    `Nenhum standby síncrono está conectado (${settings}): toda inscrição espera por um e é recusada com 503.`,
  startStandby: `Ligue o standby, ou ponha synchronous_standby_names em '' e recarregue o Postgres. ${guide}`,
};
