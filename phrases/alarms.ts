import { alarmOf } from "./troubles.ts";

/**
 * The alarms of the launch night. Each has a short name, which the log lines carry in their field `alarm`: the
 * operator searches for it (`grep '"alarm'`), and docs/noite-do-lancamento.md lists it. A line without this field can
 * wait until the next day: see log-lines.ts. A name never changes, because monitoring may look for it.
 */
export const alarms = {
  /** The store accepts no writing. Act at once. */
  storeDown: {
    alarm: "gravacao-parada",
    message:
      "Não é possível gravar no banco de dados: as inscrições estão sendo recusadas. Aja agora: veja o espaço em disco, as permissões da pasta e o Postgres, se houver. Para saber a causa: npm run leads -- doctor",
  },
  /** One sign-up could not be stored. */
  signUpNotStored: {
    alarm: "inscricao-nao-gravada",
    message:
      "Uma inscrição não pôde ser gravada: a página pediu ao visitante que tentasse de novo.",
  },
  /** A lead waits for more than five minutes, or ActiveCampaign does not accept leads. Comes once a minute. */
  leadsWait: {
    alarm: "entrega-atrasada",
    message:
      "Há leads que ainda não chegaram ao ActiveCampaign. Nenhum se perdeu: todos estão guardados aqui. Para saber a causa: npm run leads -- doctor",
  },
  /** ActiveCampaign fails for all leads. Comes once, when this begins. */
  circuitTripped: {
    alarm: "activecampaign-nao-aceita",
    message:
      "O ActiveCampaign não está aceitando leads. Eles ficam guardados aqui, e o servidor tenta de novo sozinho. Para saber a causa: npm run leads -- doctor",
  },
  /** ActiveCampaign refused one lead. */
  leadParked: {
    alarm: "lead-recusado",
    message:
      "O ActiveCampaign recusou um lead, que só será enviado de novo se você pedir. Para ver qual é e por quê: npm run leads -- retry",
  },
  /** The alarms that only the watch finds. Each comes once, when it begins. */
  diskNearlyFull: alarmOf("disco-quase-cheio"),
  groupsNearlyFull: alarmOf("grupos-quase-cheios"),
  groupsFull: alarmOf("grupos-cheios"),
  groupMayBeFull: alarmOf("grupo-talvez-cheio"),
  noSignUps: alarmOf("sem-inscricoes"),
  copiesLate: alarmOf("copias-atrasadas"),
  clockOff: alarmOf("relogio-errado"),
  certificateEnds: alarmOf("certificado-vencendo"),
  /** An error in our own code, or one that makes the server start again. */
  courierError: {
    alarm: "erro-no-servidor",
    message:
      "Um erro interrompeu as entregas, que recomeçam em um segundo. Se esta linha se repetir, rode: npm run leads -- doctor",
  },
  requestError: {
    alarm: "erro-no-servidor",
    message: "Ocorreu um erro inesperado ao responder a um pedido de página. Guarde esta linha.",
  },
  signUpError: {
    alarm: "erro-no-servidor",
    message: "Ocorreu um erro inesperado ao responder a uma inscrição. Guarde esta linha.",
  },
  serverEnds: {
    alarm: "erro-no-servidor",
    message: "O servidor vai parar por causa de um erro inesperado. Guarde esta linha.",
  },
  fileGone: {
    alarm: "erro-no-servidor",
    message:
      "O arquivo leads.sqlite ou leads.sqlite-wal foi apagado ou trocado durante o uso. Nenhuma inscrição é aceita mais, e o servidor vai parar para ser iniciado de novo. Se leads.sqlite foi movido, traga-o de volta com o seu -wal. Nunca mexa nesses arquivos com o servidor ligado.",
  },
} as const;

/** The end of an alarm. The log lines carry the name of the alarm in their field `alarmOver`. */
export const alarmsOver = {
  leadsWait: {
    alarmOver: alarms.leadsWait.alarm,
    message: "O alarme acabou: nenhum lead está atrasado.",
  },
  circuitTripped: {
    alarmOver: alarms.circuitTripped.alarm,
    message: "O ActiveCampaign voltou a responder: as entregas continuam.",
  },
} as const;
