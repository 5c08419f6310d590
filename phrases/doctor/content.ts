type Days = { page: number; summary: number };

/** What doctor and `npm run conferir` say about the files of `content/`. */
export const content = {
  subjects: {
    event: "evento",
    mistakes: "erros",
    samples: "exemplos",
    pictures: "imagens",
    pageForm: "formulário da página",
    offer: "oferta",
  },
  noMistakes: "Os valores de content/launch.ts e content/links.ts são válidos.",
  mistake: (file: string, name: string, problem: string) => `content/${file}: "${name}" ${problem}`,
  correctMistake: (buildAgain: string) => `Corrija e publique de novo: ${buildAgain}`,
  noSamples: "content/links.ts não tem mais valores de exemplo.",
  samples: (names: string) => `Ainda são valores de exemplo em content/links.ts: ${names}.`,
  replaceSamples: (buildAgain: string) =>
    `Troque-os pelos verdadeiros e publique de novo: ${buildAgain}`,
  hasPictures: (folder: string) =>
    `As suas imagens estão em ${folder}. npm run pictures diz quais ainda são desenhos de exemplo.`,
  noPictures: (folder: string) =>
    `Não há a pasta ${folder}: todas as imagens são desenhos de exemplo.`,
  addPictures: "Ponha as suas imagens como diz content/README.md e rode: npm run pictures",
  formStores: "O formulário da página guarda as inscrições, como o popup.",
  formStoresNothing: "O formulário da página não guarda nada: só o popup guarda.",
  letFormStore: "Para guardar também, escreva inPageFormSends: true em content/launch.ts.",
  oneGuarantee: (days: number) => `A página promete uma garantia só: ${days} dias.`,
  twoGuarantees: ({ page, summary }: Days) =>
    `A página promete ${page} dias de garantia e, no resumo da oferta, ${summary} dias.`,
  oneAccess: (access: string) => `A página promete um acesso só: ${access}.`,
  twoAccesses: (page: string, summary: string) =>
    `A página promete acesso ${page} e, no resumo da oferta, ${summary}.`,
  lifetime: "vitalício",
  years: (years: number) => (years === 1 ? "de 1 ano" : `de ${years} anos`),
  chooseOne: (name: string) =>
    `Escolha um só em content/launch.ts (${name}) e tire o outro de content/terms.ts, ou deixe os dois de propósito.`,
};
