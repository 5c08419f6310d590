/** The lines that the server prints when it has started. Programs read the address, so nothing follows it in its line. */
export const greeting = {
  address: (url: string) => `Black AHSD está em ${url}`,
  store: (place: string) => `Os leads ficam guardados em: ${place}`,
  event: (day: string, phase: string, byHand: boolean) =>
    `A aula: ${day}. Agora: ${phase}${byHand ? " (escolhido à mão)" : ""}`,
  delivery: (account: string) => `Os leads são enviados ao ActiveCampaign em ${account}`,
  noDelivery:
    "O ActiveCampaign não está configurado: os leads só ficam guardados (para enviá-los, preencha ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env)",
  pageFormStoresNothing:
    "O formulário da página não grava nada quando há JavaScript, como pede a especificação; para gravar as inscrições dele, escreva inPageFormSends: true em content/launch.ts",
  noSamples: "content/links.ts não tem mais valores de exemplo",
  samples: (names: readonly string[]) =>
    `Ainda são valores de exemplo em content/links.ts: ${names.join(", ")}`,
};

/** Why the server did not start, and what to do. Wrong settings are in settings.ts, an unusable store is in store.ts. */
export const startRefusals = {
  notBuilt: (folder: string) =>
    `Ainda não há página em ${folder}. Gere a página com: npm run ready`,
  portTaken: (host: string, port: number) =>
    `A porta ${port} de ${host} já está em uso por outro programa. Pare esse programa ou escreva uma porta livre em PORT, no .env.`,
  portForbidden: (host: string, port: number) =>
    `Este usuário não pode abrir a porta ${port} de ${host}. Escreva em PORT, no .env, o número 1024 ou um maior.`,
  wrongHost: (host: string) =>
    `HOST é "${host}", que não é um endereço desta máquina. Escreva localhost ou 0.0.0.0 em HOST, no .env.`,
};
