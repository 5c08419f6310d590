const atProvider =
  "Se o provedor de DNS completa o domínio sozinho, deixe essa parte fora do nome.";

/** What doctor says about the domain of the sender: SPF, DKIM and DMARC, and what to write at the DNS provider. */
export const emailDomain = {
  subjects: { domain: "domínio do e-mail", spf: "SPF", dkim: "DKIM", dmarc: "DMARC" },

  notSet: "EMAIL_DOMAIN está vazio: o SPF, o DKIM e o DMARC do remetente não foram conferidos.",
  set: "Escreva em EMAIL_DOMAIN, no .env, o que vem depois do @ no e-mail do remetente do ActiveCampaign.",
  noDomain: (domain: string) => `${domain} não existe no DNS: nenhum e-mail pode vir dele.`,
  correctDomain:
    "Confira EMAIL_DOMAIN, no .env. Se está certo, veja se o domínio está ativo, e se esta máquina alcança a internet.",
  unknown: (name: string, code: string) => `Não foi possível consultar ${name} agora (${code}).`,
  again: "Isso não diz que algo está errado. Rode doctor de novo em alguns minutos.",

  spf: {
    none: (domain: string) =>
      `Não há SPF em ${domain}, e o ActiveCampaign não pede um: os e-mails dele usam o SPF do domínio do servidor de email (Mailserver Domain).`,
    one: (domain: string) => `${domain} tem um SPF.`,
    several: (domain: string, count: number) =>
      `${domain} tem ${count} registros SPF, e só pode ter um: com mais, nenhum vale.`,
    join: "No DNS, junte-os num só registro TXT, que comece com v=spf1 e termine com ~all, e apague os outros.",
    open: (domain: string) =>
      `O SPF de ${domain} autoriza qualquer servidor a enviar em nome dele (+all).`,
    close: "No DNS, troque +all (ou all) por ~all no fim do registro TXT que começa com v=spf1.",
  },

  dkim: {
    fine: (name: string) => `${name} tem uma chave.`,
    missing: (name: string) => `${name} não existe: os e-mails saem sem a assinatura do domínio.`,
    elsewhere: (name: string, target: string) =>
      `${name} aponta para ${target}, que não é do ActiveCampaign.`,
    noKey: (name: string) => `${name} existe, mas ali não há uma chave que valha.`,
    write: (name: string, target: string) =>
      `No DNS, deixe com o nome ${name} só um registro, do tipo CNAME, com o valor ${target}. ${atProvider}`,
    correct: (name: string, target: string) =>
      `No DNS, corrija o valor do CNAME ${name}: ${target}. Se o provedor de DNS acrescenta o seu domínio ao valor, termine-o com um ponto.`,
    old: (name: string) =>
      `Só há a chave antiga, ${name}. As de hoje são dois CNAME: acdkim1 e acdkim2.`,
    update:
      "No ActiveCampaign, em Configurações > Avançado (Settings > Advanced), veja se o domínio está autenticado, e copie de lá os registros.",
  },

  dmarc: {
    fine: (name: string) => `${name} tem um DMARC.`,
    missing: (name: string) =>
      `${name} não existe: o Gmail e o Yahoo o exigem de quem envia muitos e-mails.`,
    unreadable: (name: string, text: string) => `${name} tem um DMARC que não vale: "${text}".`,
    several: (name: string, count: number) =>
      `${name} tem ${count} registros DMARC, e só pode ter um: com mais, nenhum vale.`,
    keepOne: (name: string) =>
      `No DNS, deixe com o nome ${name} só um registro TXT, e apague os outros.`,
    write: (name: string) =>
      `No DNS, deixe com o nome ${name} um só registro, do tipo TXT, com o valor v=DMARC1; p=none. ${atProvider}`,
  },
};
