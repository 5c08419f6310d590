/** What doctor says about the date of the event, and about what the operator has changed by hand. */
export const eventFindings = {
  subjects: { year: "ano", phase: "momento", moved: "data mudada" },

  announced: (day: string, time: string, edition: number) =>
    `A página anuncia a edição de ${edition}: ${day}, ou seja, ${time}`,
  over: (announced: string) => `${announced}. Ela já passou.`,
  justOver: (announced: string) => `${announced}. Ela acabou há pouco, e a página diz isso.`,
  live: (announced: string) => `${announced}: é agora.`,
  inDays: (announced: string, days: number) => `${announced}, ${daysAhead(days)}.`,
  far: (text: string) => `${text} A aula deste ano já passou?`,
  brasilia: "horário de Brasília",
  correct: (buildAgain: string) =>
    `Se a data está errada, corrija content/launch.ts e publique de novo: ${buildAgain}`,

  next: (daysAfter: number) =>
    `"year" é "next": ${daysLater(daysAfter)}, a página passa sozinha para a aula do ano seguinte.`,
  pin: (buildAgain: string) =>
    `Quando a data estiver decidida, escreva em "year" o ano, em content/launch.ts, e publique de novo: ${buildAgain}`,
  pinned: (year: number) => `"year" é ${year}: a página fica nesse ano.`,

  byClock: (phase: string) => `${phase} (pelo relógio).`,
  byHand: (phase: string, since: string, until: string | undefined) =>
    `${phase}. Escolhido à mão em ${since}. ${until === undefined ? "Não acaba sozinho." : `Acaba sozinho em ${until}.`}`,

  moved: (day: string, planned: string) =>
    `A data foi mudada à mão para ${day}. Em content/launch.ts: ${planned}.`,
};

function daysAhead(days: number): string {
  if (days === 0) return "hoje";
  return days === 1 ? "amanhã" : `daqui a ${days} dias`;
}

function daysLater(days: number): string {
  if (days === 0) return "depois da aula";
  return days === 1 ? "1 dia depois da aula" : `${days} dias depois da aula`;
}
