/**
 * The messages of log lines that are not alarms: the operator can read them the next day. The rule for the whole log:
 * each message is a sentence in Portuguese, here or in alarms.ts; the names of fields, and the codes in the fields, are
 * English.
 */
export const logLines = {
  importFailed: "Uma importação falhou: os leads dela serão enviados de outra forma.",
  importIncomplete: "Uma importação ficou incompleta: os leads dela serão enviados um a um.",
  importNeverCompleted: "Uma importação nunca terminou: os leads dela serão enviados um a um.",
  deliveryFailed: "A entrega de um lead falhou. O servidor tentará de novo.",
  accountRests:
    "O ActiveCampaign não recebe leads agora. Todos estão guardados aqui, e as entregas continuam sozinhas.",
  deliveriesWait: "As entregas esperam pelo banco de dados e recomeçam em um segundo.",
  leaseNotReleased:
    "O servidor não conseguiu devolver a vez de enviar leads: ela vence em meio minuto.",
  removalFailed: "A remoção de uma pessoa no ActiveCampaign falhou. O servidor tentará de novo.",
  entryNotTagged:
    "A tag de quem entrou na aula não pôde ser dada a uma pessoa. O servidor tentará de novo.",
  otherContactKept:
    "O contato de uma pessoa apagada tem agora outro e-mail no ActiveCampaign: esse contato não foi removido.",
  clockNotConfirmed:
    "O relógio desta máquina pode estar errado: nada antigo é removido até que outra máquina confirme a hora ou, se nenhuma responde, o servidor rode por 24 horas.",
  undeliveredRemoved:
    "Foram removidos leads antigos que nunca chegaram ao ActiveCampaign. Para saber por quê: npm run leads -- doctor",
  expiredRemoved: "Inscrições e leads antigos foram removidos.",
  expiredNotRemoved:
    "Não foi possível remover inscrições antigas. O servidor tentará de novo em uma hora.",
  jobFailed: "Um trabalho do servidor falhou: o campo job diz qual. O servidor tentará de novo.",
  eventChanged: "A aula foi mudada à mão.",
  phaseChanged: "A página passou para outro momento da aula.",
  eventNotRead:
    "Não foi possível ler no banco de dados o que foi decidido sobre a aula: vale a última resposta. O servidor tenta de novo a cada segundo.",
  groupNotCounted:
    "Não foi possível contar uma entrada em um grupo: a pessoa foi levada ao último grupo conhecido.",
  entryNotCounted:
    "Não foi possível contar uma entrada na aula: a pessoa foi levada à última sala conhecida.",
  roomChanged: "As pessoas vão agora para outra sala da aula.",
  groupSaidFull: "Uma pessoa disse que um grupo está cheio e pediu outro.",
  visitsNotCounted:
    "Não foi possível gravar a contagem de visitas. As inscrições não dependem dela, e o servidor tentará de novo.",
  messageSent: "O operador foi avisado de um alarme.",
  messageNotSent:
    "Não foi possível avisar o operador de um alarme. O servidor tentará de novo, até a cada 5 minutos.",
  heartbeatFailed:
    "O endereço de HEARTBEAT_URL não respondeu como devia. O servidor pergunta de novo a cada minuto.",
  troublesNotRead:
    "Não foi possível ver no banco de dados se há alarmes a avisar. O servidor tentará de novo em alguns segundos.",
  panelLinkRefused:
    "Um link do painel foi recusado: já foi usado, venceu, foi encerrado ou está incompleto.",
  changeNotTold: "Não foi possível avisar de uma mudança feita no painel. Ela vale assim mesmo.",
  panelFailed:
    "Não foi possível responder a um pedido do painel. A página e as inscrições não dependem dele.",
} as const;
