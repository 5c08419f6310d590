/** `npm run leads -- stats`. */
export const stats = {
  summary: "conta inscrições e pessoas por hora, origem e campanha, e entregas por estado",
  details: [
    "Sem --since: as horas são as últimas 48 (com --by minute, os últimos 60 minutos; com --by day, os últimos 60 dias), e",
    "as outras contas são de todo o tempo. Cada e-mail conta como uma pessoa; pessoas novas são as que se inscreveram pela",
    "primeira vez. Origem e campanha (utm_campaign) são as da visita em que a pessoa se inscreveu. As entregas são sempre",
    "de todo o tempo. Uma inscrição retida conta só como retida.",
    "",
    "--watch mostra os últimos 20 minutos e as entregas, e se atualiza a cada 5 segundos até Ctrl-C.",
    "--json escreve os mesmos números para programas, com todas as origens e campanhas.",
  ],
  options: {
    by: "minute, hour ou day: conta por minuto, por hora ou por dia",
    watch: "atualiza a tela até Ctrl-C",
    json: "escreve os números como JSON",
  },
  badPeriod: (given: string) => `--by não aceita "${given}". Escreva minute, hour ou day.`,
  watchAlone: "Escreva --watch ou --json, não os dois.",
  watchNeedsTerminal:
    "--watch precisa de um terminal. Sem terminal, rode stats sem --watch, ou com --json.",
  progress: "Inscrições lidas",
  total: (signUps: string, people: string) => `Inscrições: ${signUps}. Pessoas: ${people}.\n`,
  span: (since: string | undefined, to: string | undefined) =>
    since === undefined ? `Até ${to}.\n` : `De ${since} até ${to ?? "agora"}.\n`,
  titles: {
    minute: (timeZone: string) => `Por minuto (${timeZone}): inscrições, pessoas novas`,
    hour: (timeZone: string) => `Por hora (${timeZone}): inscrições, pessoas novas`,
    day: (timeZone: string) => `Por dia (${timeZone}): inscrições, pessoas novas`,
    sources: "Por origem",
    campaigns: "Por campanha",
    surfaces: "Por formulário",
    deliveries: "Entregas",
  },
  none: "nada",
  direct: "(direto)",
  noCampaign: "(sem campanha)",
  others: "(outras)",
  retryAdvice: "npm run leads -- retry",
  held: (count: string) => `Retidas: ${count}`,
  heldAdvice: "para ver: npm run leads -- release",
  unsubscribed: (people: string) =>
    `Já tinham se descadastrado no ActiveCampaign e continuam assim: ${people} (para ver: npm run leads -- list)\n`,
  wantNext: (people: string) => `Querem saber da próxima aula: ${people}\n`,
  watching: (time: string) => `${time}. Atualiza a cada 5 segundos. Para sair: Ctrl-C\n`,
};
