import { commandLine } from "#phrases/command-line.ts";

/** `npm run leads -- reconcile`. */
export const reconcile = {
  summary: "confere se cada pessoa guardada está entregue, a caminho, recusada ou retida",
  details: [
    "Quem não está em nenhum desses lugares está perdido: a lista mostra essas pessoas, e o código de saída é 1. Cada",
    "e-mail conta como uma pessoa.",
    "",
    "--remote confere no ActiveCampaign 50 pessoas entregues, sorteadas; --all confere todas: contato, lista e tags, como",
    "estão no .env agora. Com --all, cem contatos vêm em cada pedido: 30.000 pessoas são 300 pedidos, em menos de 10",
    "minutos. Conferir não muda nada no ActiveCampaign.",
    "--repair põe na fila, depois de perguntar, quem está sem contato, lista ou tag. Quem se descadastrou não volta à lista.",
  ],
  options: {
    remote: "também confere 50 pessoas no ActiveCampaign",
    all: "com --remote: confere todas as pessoas entregues",
    repair: "com --remote: envia de novo quem está incompleto",
  },
  needsRemote: (option: string) => `--${option} só funciona junto com --remote.`,
  notConfigured:
    "O ActiveCampaign não está configurado: --remote não tem o que conferir. Escreva ACTIVECAMPAIGN_URL e ACTIVECAMPAIGN_TOKEN no .env.",
  rows: {
    stored: "pessoas guardadas",
    delivered: "entregues",
    waiting: "a caminho",
    parked: "recusadas",
    held: "retidas",
    sum: "soma",
  },
  noneLost: "Nenhuma pessoa está perdida.",
  lost: (people: string) => `Pessoas perdidas: ${people}`,
  lostAdvice:
    "Estas pessoas estão guardadas, mas nem entregues nem a caminho. Para enviar uma delas: npm run leads -- retry -",
};

/** `npm run leads -- reconcile --remote`. */
export const reconcileRemote = {
  noTags: (reason: string) =>
    `O ActiveCampaign não disse quais tags tem (${reason}), por isso ninguém foi conferido. Para achar a causa: npm run leads -- doctor`,
  duration: (people: string, requests: string, minutes: string) =>
    `Pessoas a conferir: ${people}. São pelo menos ${requests} pedidos, em ${minutes} min ou mais. Se há outras pessoas na lista, demora mais.`,
  progress: { people: "Pessoas conferidas", contacts: "Contatos lidos" },
  lacks: {
    contact: "sem contato",
    list: (list: string) => `não está na lista ${list}`,
    tag: (name: string) => `sem a tag ${name}`,
  },
  unclear: (reason: string) => `sem resposta clara: ${reason}`,
  pagesDiffer:
    "As páginas do ActiveCampaign não mostram todos os contatos como eles são. Por isso as pessoas que faltam são conferidas uma a uma: umas 90 por minuto.",
  checked: (people: string, incomplete: string) =>
    `Conferidas no ActiveCampaign: ${people}. Incompletas: ${incomplete}.\n`,
  unsubscribed: (people: string) =>
    `Descadastradas da lista: ${people}. Elas continuam assim, também com --repair.\n`,
  stopped: (reason: string) =>
    `A conferência parou no meio: o ActiveCampaign não deu respostas claras (${reason}). Para achar a causa: npm run leads -- doctor`,
  someUnclear: (people: string) =>
    `Pessoas sem resposta clara: ${people}. Para conferir essas pessoas, rode o comando de novo.`,
  repairAdvice: "Para enviar de novo quem está incompleto: --repair",
  serverSettings: `${commandLine.serverSettings}\n`,
  question: (people: string) => `Enviar de novo as pessoas incompletas (${people})?`,
  repaired: (people: string) =>
    `Pessoas na fila para enviar de novo: ${people}. Depois do envio, confira outra vez com reconcile --remote.\n`,
};
