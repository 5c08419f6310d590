/** `npm run leads -- retry`. */
export const retry = {
  summary: "manda de novo os leads que o ActiveCampaign recusou; sem e-mail, lista esses leads",
  details: [
    "Um lead recusado fica à espera de você. Sem e-mail, a lista mostra cada um com o motivo. Com um e-mail, também vai de",
    "novo um lead que espera a próxima tentativa, ou que já foi entregue: para o ActiveCampaign é uma atualização. A conta",
    "das tentativas recomeça do 0.",
    "Para mandar de novo uma só pessoa: retry -",
  ],
  all: "manda de novo todos os leads à espera de você",
  none: "Nenhum lead está à espera de você.",
  tries: (count: string) => `tentativas: ${count}`,
  allQueued: (count: string) => `Leads que vão de novo: ${count}`,
  queued: (email: string) => `${email} vai de novo ao ActiveCampaign.`,
  underway: (email: string, state: string) =>
    `${email} já está a caminho do ActiveCampaign: ${state}.`,
  held: (email: string) =>
    `A inscrição de ${email} está retida. Para liberá-la: npm run leads -- release -`,
};
