/** What doctor says about the page that is published, and about its fonts. */
export const builtSite = {
  subjects: { page: "página", fonts: "fontes" },

  present: (folder: string) => `A página publicada está em ${folder}.`,
  publishedSince: (since: string) => `A página publicada é a de ${since}.`,
  missing: (folder: string) => `Não há página publicada em ${folder}.`,
  publish: (command: string) => `Publique: ${command}`,
  publishAgain: (command: string) => `Publique de novo: ${command}`,

  changed: (files: readonly string[], more: string) =>
    `Há mudanças que ainda não foram publicadas: ${files.join(", ")}${more}.`,
  andMore: (count: string) => ` e mais ${count}`,
  withdrawn: "Você retirou uma versão: a página publicada é a anterior.",
  afterWithdrawal: (command: string) =>
    `Corrija os arquivos e publique: ${command}. Para publicar de novo a versão retirada, rode npm run ready sem mudar nada.`,

  noFonts: "A página não usa nenhuma fonte.",
  fonts: (count: string) => `As fontes da página estão completas (arquivos: ${count}).`,
  missingFonts: (files: readonly string[]) => `Faltam arquivos de fontes: ${files.join(", ")}.`,
  makeFonts: (command: string) =>
    `Gere as fontes: npm run fonts. Depois publique de novo: ${command}`,

  otherAddress: (built: string, siteUrl: string) =>
    `A página foi gerada para ${built}, mas SITE_URL é ${siteUrl}.`,
  noAddress: "nenhum endereço",
  addressTodo: (command: string) =>
    `Publique de novo: ${command}. Se você definiu SITE_URL ou PORT só para o servidor, escreva também no .env.`,
};
