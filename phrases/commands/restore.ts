/** `npm run leads -- restore`. */
export const restore = {
  usage: "<arquivo, pasta ou endereço> [--replace] [--erased <cópia mais nova>]",
  summary: "troca o banco de dados por uma cópia de segurança",
  details: [
    "Pare o servidor antes. A cópia é conferida, e quem foi apagado depois dela é apagado de novo.",
    "O banco antigo fica ao lado do novo. Apague-o quando não precisar mais dele.",
    "De uma pasta ou de um bucket (s3+https://…), vale a cópia mais nova. O Postgres tem de estar vazio: crie outro banco.",
  ],
  erased: "apaga também quem foi apagado até esta outra cópia, mais nova",
  fetched: (name: string, place: string) => `Cópia: ${name}, de ${place}.`,
  noCopy: (place: string) => `Não há cópias em ${place}.`,
  postgresNotEmpty: (place: string) =>
    `${place} já tem leads ou pessoas apagadas. Crie um banco novo e vazio, ponha o endereço dele em DATABASE_URL e rode restore de novo.`,
  laterErasures:
    "Quem foi apagado depois desta cópia não foi apagado aqui. Se o banco antigo ainda abre, faça uma cópia dele e restaure de novo, em outro banco vazio, com --erased <essa cópia>.",
  replace: "troca o banco mesmo que ele já tenha leads",
  unfit: (file: string, reason: string) =>
    `Não é possível restaurar ${file}: ${reason}. Escolha outra cópia.`,
  inUse: (target: string) =>
    `${target} está em uso por um servidor ou por outro comando. Pare-o e rode restore de novo.`,
  notEmpty: (target: string) =>
    `${target} já tem leads. Para trocá-los pela cópia, acrescente --replace.`,
  ignoresCopy: (copy: string, target: string, file: string) =>
    `Uma restauração anterior parou antes do fim: ${copy} tem os leads de ${target} e a lista de quem foi apagado. Restaure primeiro esse arquivo, e depois ${file} com --replace. Se você não precisa desse arquivo, mova-o para outra pasta.`,
  restored: (target: string, counts: { leads: string; signUps: string; erasedAgain: string }) =>
    `${target} foi restaurado. Leads: ${counts.leads}, inscrições: ${counts.signUps}, pessoas apagadas de novo: ${counts.erasedAgain}.`,
  aside: (path: string) =>
    `O banco antigo está agora em ${path}. Apague-o quando não precisar mais dele.`,
  erasuresLost:
    "Não foi possível ler o banco antigo, e por isso não se sabe quem foi apagado desde a cópia. Procure essas pessoas nos seus registros e apague-as de novo antes de iniciar o servidor.",
  postgres: (file: string) => [
    "Este arquivo é do pg_dump, e só o pg_restore o lê. Pare os servidores. Ponha em DATABASE_URL, no",
    "terminal, o endereço sem a senha (docs/operacao/copias.md diz onde escrever a senha). Neste terminal rode:",
    "  umask 077",
    '  pg_dump --data-only --table=erasure_keys --table=erasures --table=removals --file=erasures.sql "$DATABASE_URL"',
    "Crie um banco de dados novo e vazio. Ponha o endereço dele em DATABASE_URL, no .env e neste terminal. Depois rode:",
    `  pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" ${file}`,
    "  npm run leads -- stats",
    '  psql --single-transaction --command="truncate erasure_keys, erasures, removals" --file=erasures.sql "$DATABASE_URL"',
    "  npm run leads -- erase --again",
    "  rm erasures.sql",
  ],
};

/** Why a file cannot be restored. */
export const unfitBackup = {
  noFile: "este arquivo não existe",
  damaged: (found: string) => `a conferência do arquivo diz: ${found}`,
  notLeads: (tables: readonly string[]) =>
    `não é uma cópia dos leads: faltam as tabelas ${tables.join(", ")}`,
};
