/**
 * The alarms that the server writes to the log when something happens. The operator finds them with `grep '"alarm'`,
 * and docs/operacao/alarmes.md lists their names. A name never changes, because monitoring may search for the name. A
 * trouble that lasts is a fact: see `server/facts/fact.ts`. A log line without the field `alarm` can wait until the
 * next day: see log-lines.ts.
 */
export const alarms = {
  leadParked: {
    alarm: "lead-recusado",
    message:
      "O ActiveCampaign recusou um lead, que só será enviado de novo se você pedir: npm run leads -- retry",
  },
  signUpNotStored: {
    alarm: "inscricao-nao-gravada",
    message:
      "Uma inscrição não pôde ser gravada: a página pediu ao visitante que tentasse de novo.",
  },
  /** The alarm `erro-no-servidor` means an error in our code, or an error after which the server starts again. */
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
