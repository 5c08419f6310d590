/** What doctor says about the server that sends leads, about what stops it, and about leads that wait. */
export const deliveryFindings = {
  serverRuns: "Um servidor está rodando e pode enviar leads ao ActiveCampaign.",
  noServer:
    "Nenhum servidor com as configurações do ActiveCampaign está rodando neste banco de dados.",
  startServer:
    "Inicie o servidor, ou reinicie depois de mudar o .env: npm start; com systemd: systemctl restart black-ahsd",

  nothingStops: "Nada impede o envio.",
  paused: (since: string) => `Em pausa desde ${since}.`,
  resume: "Para continuar: npm run leads -- resume",
  backOff: (until: string) => `O ActiveCampaign pediu para esperar até ${until}.`,
  resumeNow:
    "Espere, e veja quais outros programas usam a conta. Para continuar agora: npm run leads -- resume --now",
  tripped: (since: string, reason: string) =>
    `Paradas desde ${since}, porque o ActiveCampaign falhou (${reason}).`,
  fixAndResume:
    "Resolva o que dizem as linhas sobre o ActiveCampaign. Depois: npm run leads -- resume",

  noneWaits: "Nenhum lead espera.",
  waiting: (count: string, minutes: string) =>
    `Leads que esperam: ${count}; o mais antigo, há ${minutes} min.`,
  readAlarms: "O que fazer está em docs/operacao/alarmes.md, no alarme entrega-atrasada.",

  parked: (count: string) => `Leads que o ActiveCampaign recusou: ${count}.`,
  listParked: "Para ver quais são: npm run leads -- retry",
  held: (count: string) => `Inscrições que podem vir de um robô: ${count}.`,
  listHeld: "Para ver quais são: npm run leads -- release",
};
