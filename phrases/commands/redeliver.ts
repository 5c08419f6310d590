import { commandLine } from "#phrases/command-line.ts";

const call = "npm run leads -- redeliver";

/** `npm run leads -- redeliver`. */
export const redeliver = {
  summary: "envia de novo ao ActiveCampaign todas as pessoas inscritas num período",
  details: [
    "Use depois de um engano, como o número errado da lista em ACTIVECAMPAIGN_LIST: corrija o .env, reinicie o",
    "servidor e rode este comando. Cada pessoa vai com a lista e as tags de agora; para o ActiveCampaign é uma",
    "atualização. Mais de 50 pessoas vão juntas, até 250 por pedido.",
    "",
    "Quem já está na lista errada continua nela: tire essas pessoas de lá no ActiveCampaign. Quem se descadastrou não",
    "volta à lista. Quem foi apagado ou tem a inscrição retida não é enviado.",
    "",
    "Se o comando parar no meio, rode de novo: quem já está na fila não entra duas vezes.",
    `Exemplo: ${call} --since "11/11/2026 20:00" --to "11/11/2026 21:30"`,
  ],
  parked: "inclui quem o ActiveCampaign recusou",
  sinceMissing: `Falta --since. Por exemplo: ${call} --since "11/11/2026 20:00"`,
  span: (since: string, to: string | undefined) =>
    `Pessoas inscritas de ${since} até ${to ?? "agora"}:\n`,
  counts: {
    again: "para enviar de novo",
    due: "já na fila (vão de qualquer modo)",
    parked: "recusadas",
  },
  parkedStay: "Quem foi recusado fica como está. Para incluir essas pessoas: --parked\n",
  target: (list: string | undefined, tags: readonly string[], nextTags: readonly string[]) =>
    `Elas vão para ${list === undefined ? "nenhuma lista" : `a lista ${list}`} e ${
      tags.length === 0 ? "sem tags" : `com as tags ${tags.join(", ")}`
    }, como diz o .env agora. Para quem quer saber da próxima aula, as tags são: ${nextTags.join(", ") || "nenhuma"}. ${commandLine.serverSettings}\n`,
  notConfigured:
    "O ActiveCampaign não está configurado. As pessoas ficam na fila até que ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN estejam no .env do servidor.\n",
  duration: (minutes: string) =>
    `As entregas levam pelo menos ${minutes} min, no ritmo que o ActiveCampaign permite. Até lá, o alarme entrega-atrasada pode aparecer.\n`,
  noPeople: "Não há ninguém para enviar de novo neste período.\n",
  question: (people: string) => `Enviar de novo (pessoas: ${people})?`,
  progress: "Pessoas na fila",
  done: (people: string) =>
    `Pessoas na fila para enviar de novo: ${people}. Para acompanhar: npm run leads -- stats --watch\n`,
};
