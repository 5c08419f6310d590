/** `npm run leads -- doctor`: its help, the words for its levels, and what it says at the end. */
export const doctor = {
  summary: "confere tudo antes de um lançamento e diz o que fazer",
  details: [
    "Confere as configurações, o banco de dados, o disco, os relógios, a fila e os grupos; a chave, a lista e as tags no ActiveCampaign; o domínio do remetente no DNS; e a página publicada.",
    "ok: nada a fazer. aviso: olhe com calma. falha: resolva antes do lançamento (o código de saída é 1).",
    "Não muda nada no ActiveCampaign e não cria nada aqui. Como os outros comandos, atualiza as tabelas do banco de dados, se for preciso.",
  ],
  levels: { ok: "ok", warn: "aviso", fail: "falha" },
  sum: ({ ok, warn, fail }: { ok: number; warn: number; fail: number }) =>
    `ok: ${ok}, aviso: ${warn}, falha: ${fail}`,
  fixFirst: "Resolva cada linha que começa com falha e rode doctor de novo.",
  storeFirst: "Resolva isto primeiro: o que depende do banco de dados ainda não foi conferido.",
  again: "Rode doctor de novo.",
  buildAgain: "npm start; com systemd: npm run ready e depois black-ahsd-restart",
};

/** What a line of doctor is about: the first word of the line, after its level. */
export const subjects = {
  settings: "configurações",
  siteUrl: "SITE_URL",
  proxies: "proxies",
  databaseUrl: "DATABASE_URL",
  activeCampaign: "ActiveCampaign",
  messages: "mensagens",
  store: "banco de dados",
  writing: "gravação",
  powerCut: "queda de energia",
  lostDisk: "perda do disco",
  disk: "disco",
  copies: "bancos deixados",
  backup: "cópia de segurança",
  clock: "relógio",
  courier: "servidor",
  deliveries: "entregas",
  waiting: "fila",
  parked: "recusados",
  held: "retidas",
  groups: "grupos",
} as const;
