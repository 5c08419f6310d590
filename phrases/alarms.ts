const askDoctor = "npm run leads -- doctor";
const addGroup = "npm run leads -- groups add <link>";

/**
 * The alarms of the launch night, one record each. The log lines carry the name in their field `alarm`: the operator
 * searches for it (`grep '"alarm'`), and docs/noite-do-lancamento.md lists it. A name never changes, because monitoring may
 * look for it. A line without this field can wait until the next day: see log-lines.ts.
 *
 * First the troubles: alarms that last, the most urgent first. The panel, doctor and the messages on the phone say the same
 * of a trouble. Its level is `now` if people cannot sign up, enter a group or the class, or soon cannot; `later` if nothing is lost.
 */
export const alarms = {
  storeDown: trouble("gravacao-parada", {
    level: "now",
    title: "Inscrições recusadas",
    sentence: "O banco de dados não aceita gravações: as inscrições estão sendo recusadas.",
    command: askDoctor,
    over: "O banco de dados aceita gravações de novo.",
  }),
  groupsFull: trouble("grupos-cheios", {
    level: "now",
    title: "Grupos cheios",
    sentence:
      "Nenhum grupo tem mais lugares: as pessoas vão para o último aberto ou, se todos foram fechados, leem que estão cheios. Crie outro grupo no WhatsApp.",
    command: addGroup,
    over: "Há de novo um grupo com lugar.",
  }),
  noSignUps: trouble("sem-inscricoes", {
    level: "now",
    title: "Nenhuma inscrição",
    sentence:
      "A página está sendo vista, mas ninguém se inscreveu nos últimos 10 minutos. Inscreva-se você no endereço público: se der certo, não há o que fazer.",
    command: askDoctor,
    over: "As inscrições voltaram a chegar, ou a aula já terminou.",
  }),
  manyErrors: trouble("muitos-erros", {
    level: "now",
    title: "Muitos erros no formulário",
    sentence:
      "Mais da metade dos formulários enviados no popup nos últimos 10 minutos terminou em erro. Inscreva-se você no endereço público e veja o que aparece.",
    command: askDoctor,
    over: "Nos últimos 10 minutos, poucos formulários terminaram em erro.",
  }),
  diskNearlyFull: trouble("disco-quase-cheio", {
    level: "now",
    title: "Disco quase cheio",
    sentence:
      "Restam menos de 10% do disco do servidor. Quando ele enche, as inscrições são recusadas: libere espaço.",
    command: "df -h",
    over: "O disco do servidor tem espaço de novo.",
  }),
  circuitTripped: trouble("activecampaign-nao-aceita", {
    level: "later",
    title: "ActiveCampaign não aceita leads",
    sentence:
      "O ActiveCampaign não está aceitando leads. Todos estão guardados aqui, e o servidor tenta de novo sozinho.",
    command: askDoctor,
    over: "O ActiveCampaign aceita leads de novo, e nenhum está atrasado.",
  }),
  leadsWait: trouble("entrega-atrasada", {
    level: "later",
    title: "Entregas atrasadas",
    sentence:
      "Há leads que esperam pelo ActiveCampaign há mais de 5 minutos. Nenhum se perdeu: todos estão guardados aqui.",
    command: askDoctor,
    over: "Nenhum lead está atrasado.",
  }),
  groupMayBeFull: trouble("grupo-talvez-cheio", {
    level: "now",
    title: "Grupo talvez cheio",
    sentence:
      "Três pessoas ou mais disseram que um grupo aberto está cheio. Olhe no WhatsApp: se está, rode groups full com o número dele; se não, groups reopen.",
    command: "npm run leads -- groups",
    over: "De nenhum grupo aberto dizem que está cheio.",
  }),
  groupsNearlyFull: trouble("grupos-quase-cheios", {
    level: "now",
    title: "Último grupo quase cheio",
    sentence: "O último grupo aberto está quase cheio. Crie outro grupo no WhatsApp.",
    command: addGroup,
    over: "Há de novo lugares nos grupos.",
  }),
  copiesLate: trouble("copias-atrasadas", {
    level: "later",
    title: "Cópias atrasadas",
    sentence: "Há mais de uma hora nenhuma cópia de segurança deu certo. O banco está bem.",
    command: askDoctor,
    over: "Há de novo uma cópia recente.",
  }),
  removalWaits: trouble("apagamento-parado", {
    level: "later",
    title: "Nada antigo é apagado",
    sentence:
      "O que passou do prazo não é apagado, porque o relógio do servidor pode estar errado. Acerte-o. Se ele está certo e nenhuma outra máquina responde, o servidor volta a apagar depois de 24 horas ligado.",
    command: "timedatectl set-ntp true",
    over: "O que passa do prazo é apagado de novo.",
  }),
  leadParked: trouble("lead-recusado", {
    level: "later",
    title: "Lead recusado",
    sentence:
      "O ActiveCampaign recusou leads, que só serão enviados de novo se você pedir. Pode ficar para depois.",
    command: "npm run leads -- retry",
    over: "Nenhum lead recusado espera por você.",
  }),

  signUpNotStored: {
    alarm: "inscricao-nao-gravada",
    message:
      "Uma inscrição não pôde ser gravada: a página pediu ao visitante que tentasse de novo.",
  },
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

/** The end of an alarm in the log, with the name of the alarm in the field `alarmOver`. */
export const alarmsOver = {
  leadsWait: overOf(alarms.leadsWait),
  circuitTripped: {
    alarmOver: alarms.circuitTripped.alarm,
    message: "O ActiveCampaign voltou a responder: as entregas continuam.",
  },
};

type Words = {
  level: "now" | "later";
  /** Short, because phones cut a long one. */
  title: string;
  /** What is wrong, in one sentence or two. */
  sentence: string;
  /** The command that mends it, or that says more. */
  command: string;
  over: string;
};

/** A trouble, and its line in the log. */
function trouble<Name extends string>(alarm: Name, words: Words) {
  return { alarm, ...words, message: `${words.sentence} ${words.command}` };
}

type Alarm = (typeof alarms)[keyof typeof alarms];
/** Something for which the operator must act: an alarm that lasts. */
export type Trouble = Extract<Alarm, Words>;
export type TroubleName = Trouble["alarm"];

/** The most urgent first. */
export const troubles: readonly Trouble[] = Object.values(alarms).filter(
  (alarm) => "over" in alarm,
);

export function overOf({ alarm, over }: { alarm: TroubleName; over: string }) {
  return { alarmOver: alarm, message: `O alarme acabou: ${over}` };
}
