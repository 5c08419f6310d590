/** `npm run leads -- retry`. */
export const retry = {
  summary: "envia de novo os leads que o ActiveCampaign recusou; sem e-mail, lista esses leads",
  details: [
    "O servidor não tenta de novo um lead recusado: você decide. Sem e-mail, a lista mostra cada um com o motivo. Com um",
    "e-mail, também vai de novo um lead que está na fila ou que já foi entregue: para o ActiveCampaign é uma atualização.",
    "A contagem de tentativas recomeça do zero.",
    "Para enviar de novo uma só pessoa: retry -",
  ],
  all: "envia de novo todos os leads recusados",
  none: "Nenhum lead está recusado.",
  tries: (count: string) => `tentativas: ${count}`,
  allQueued: (count: string) => `Leads na fila para enviar de novo: ${count}`,
  queued: (email: string) => `${email} será enviado de novo ao ActiveCampaign.`,
  underway: (email: string, state: string) =>
    `${email} já está a caminho do ActiveCampaign: ${state}.`,
  held: (email: string) =>
    `A inscrição de ${email} está retida. Para liberá-la: npm run leads -- release -`,
};
