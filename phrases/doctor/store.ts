/** What doctor says about the store: its tables, writing, durability, disk and clocks. */
export const storeFindings = {
  open: (place: string, migration: string) => `${place}, com as tabelas da migração ${migration}`,

  canWrite: "É possível gravar.",
  cannotWrite: (reason: string) => `Não é possível gravar: ${reason}.`,
  checkStore: "Veja o disco, as permissões dos arquivos e, se houver, o Postgres.",

  inMemory: (folder: string) =>
    `A pasta ${folder} fica na memória: uma queda de energia ou um reinício da máquina apaga todos os leads.`,
  moveToDisk: "Escreva em DATA_DIR, no .env, uma pasta que fique num disco.",
  durable: (settings: string) => `As inscrições confirmadas estão no disco (${settings}).`,
  notDurable: (settings: string) => `Inscrições confirmadas podem se perder (${settings}).`,
  makeDurable: "Corrija essas configurações no banco de dados.",

  postgresDisk: "Não é possível ver daqui o disco do Postgres.",
  checkPostgresDisk: "Veja na máquina do Postgres: deve haver 2 GB livres.",
  freeSpace: (gigabytes: string, folder: string) => `${gigabytes} GB livres em ${folder}.`,
  makeRoom:
    "Libere espaço nesse disco. Ou pare o servidor, mova leads.sqlite para um disco maior e escreva a pasta nova em DATA_DIR, no .env.",

  clocks: { database: "do banco de dados", activeCampaign: "do ActiveCampaign" },
  clocksDiffer: (whose: string, seconds: string) =>
    `O relógio desta máquina e o ${whose} diferem em ${seconds} s.`,
  synchronise:
    "Ligue a sincronização de horário (timedatectl set-ntp true) nesta máquina e, se houver, na do Postgres; depois rode doctor de novo.",

  copiesMayBeAll: (names: readonly string[]) =>
    `Há cópias ao lado do banco de dados: ${names.join(", ")}. O banco está vazio ou é mais novo que as cópias: elas podem ter leads que faltam nele.`,
  compareCopies:
    "Restaure as cópias em outra pasta (DATA_DIR) e compare os números de stats. Guarde as cópias até ter certeza.",
  copies: (names: readonly string[]) =>
    `Há cópias ao lado do banco de dados: ${names.join(", ")}. Quem foi apagado depois que elas foram feitas ainda está nelas.`,
  deleteCopies: (paths: string) =>
    `Apague as cópias, a não ser que um backup, restore ou rehearse esteja rodando, ou que você ainda precise do banco antigo: rm -r ${paths}`,

  noBackup: "Não se conhece nenhuma cópia: com a perda do disco, todos os leads se perderiam.",
  makeBackups:
    "Faça cópias em outra máquina, de tempos em tempos: npm run leads -- backup --to <pasta ou endereço>",
  backupMade: (time: string) => `A última foi feita à mão, em ${time}.`,
  copiesKept: (place: string, time: string) => `A última em ${place} é de ${time}.`,
  copiesLate: (place: string, time: string, every: string) =>
    `A última em ${place} é de ${time}, e deveria haver uma a cada ${every}.`,
  resumeCopies: (place: string) =>
    `Veja o que diz o processo das cópias (journalctl -u black-ahsd-copies). Se elas acabaram de propósito: npm run leads -- backup --to ${place} --forget`,
};
