/** What doctor says about the WhatsApp groups in the store. */
export const groupFindings = {
  none: "Não há grupos no banco de dados: o botão do grupo leva ao link de content/links.ts.",
  addFirst:
    "Um grupo comum enche, e com esse link o servidor não percebe isso. Ponha os grupos, e um de reserva: npm run leads -- groups add <link>",
  open: ({ groups, places }: { groups: string; places: string }) =>
    `Grupos abertos: ${groups}. Lugares livres neles: ${places}.`,
  nearlyFull: (id: number, { taken, stopAt }: { taken: string; stopAt: string }) =>
    `O último grupo aberto, o ${id}, está quase cheio. Lugares dados: ${taken} de ${stopAt}.`,
  said: (id: number, people: string) =>
    `Pessoas que disseram que o grupo ${id} está cheio: ${people}.`,
  look: (id: number) =>
    `Olhe no WhatsApp. Se está cheio: npm run leads -- groups full ${id}   Se ainda há lugar: npm run leads -- groups reopen ${id}`,
  noneOpen: "Nenhum grupo está aberto: quem pede a entrada lê que todos estão cheios.",
  add: "Crie outro grupo no WhatsApp e rode: npm run leads -- groups add <link>",
};
