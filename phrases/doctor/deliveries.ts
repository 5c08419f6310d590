import { circuit } from "#phrases/command-line.ts";

/** What doctor says about the server that sends leads, about what stops it, and about leads that wait. */
export const deliveryFindings = {
  serverRuns: "Um servidor está no ar e pode enviar leads ao ActiveCampaign.",
  noServer:
    "Nenhum servidor com as configurações do ActiveCampaign está usando este banco de dados.",
  startServer:
    "Inicie o servidor, ou reinicie-o, se você mudou o .env: npm start; com systemd: black-ahsd-restart. Se quem entrega são as funções do Supabase, está certo assim.",

  nothingStops: circuit.free,
  paused: (since: string) => `Em pausa desde ${since}.`,
  resume: "Para continuar: npm run leads -- resume",
  backOff: (until: string) => `O ActiveCampaign pediu para esperar até ${until}.`,
  resumeNow:
    "Espere, e veja que outros programas usam a conta. Para não esperar: npm run leads -- resume --now",
  tripped: (since: string, reason: string) =>
    `Paradas desde ${since}, porque o ActiveCampaign falhou (${reason}).`,
  fixAndResume:
    "Resolva o que dizem as linhas sobre o ActiveCampaign. Depois: npm run leads -- resume",

  noneWaits: "Nenhum lead está na fila.",
  waiting: (count: string, minutes: string) =>
    `Leads na fila: ${count}; o mais antigo, há ${minutes} min.`,
  readAlarms: "Veja o que fazer em docs/operacao/alarmes.md, no alarme entrega-atrasada.",

  parked: (count: string) => `Leads que o ActiveCampaign recusou: ${count}.`,
  listParked: "Para ver quais são: npm run leads -- retry",
  held: (count: string) => `Inscrições retidas, que podem ser de um robô: ${count}.`,
  listHeld: "Para ver quais são: npm run leads -- release",
};
