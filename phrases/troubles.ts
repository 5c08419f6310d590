const askDoctor = "npm run leads -- doctor";
const addGroup = "npm run leads -- groups add <link>";

/**
 * The troubles: alarms that last, by their names in the log, the most urgent first. The panel and the messages show a
 * trouble while it lasts, and a message says when it is over. Titles are short, because phones cut long ones.
 */
export const troubles = {
  "gravacao-parada": {
    title: "Inscrições recusadas",
    sentence: "O banco de dados não aceita gravações: as inscrições estão sendo recusadas.",
    command: askDoctor,
    over: "O banco de dados aceita gravações de novo.",
  },
  "grupos-cheios": {
    title: "Grupos cheios",
    sentence:
      "Nenhum grupo está aberto: quem pede a entrada lê que todos estão cheios. Crie outro grupo no WhatsApp.",
    command: addGroup,
    over: "Há de novo um grupo aberto.",
  },
  "sem-inscricoes": {
    title: "Nenhuma inscrição",
    sentence:
      "A página está sendo vista, mas ninguém se inscreveu nos últimos 10 minutos. Inscreva-se você no endereço público: se der certo, não há o que fazer.",
    command: askDoctor,
    over: "As inscrições voltaram a chegar, ou a aula já terminou.",
  },
  "disco-quase-cheio": {
    title: "Disco quase cheio",
    sentence:
      "Restam menos de 10% do disco do servidor. Quando ele enche, as inscrições são recusadas: libere espaço.",
    command: "df -h",
    over: "O disco do servidor tem espaço de novo.",
  },
  "activecampaign-nao-aceita": {
    title: "ActiveCampaign não aceita leads",
    sentence:
      "O ActiveCampaign não está aceitando leads. Todos estão guardados aqui, e o servidor tenta de novo sozinho.",
    command: askDoctor,
    over: "O ActiveCampaign aceita leads de novo, e nenhum está atrasado.",
  },
  "entrega-atrasada": {
    title: "Entregas atrasadas",
    sentence:
      "Há leads que esperam pelo ActiveCampaign há mais de 5 minutos. Nenhum se perdeu: todos estão guardados aqui.",
    command: askDoctor,
    over: "Nenhum lead está atrasado.",
  },
  "grupo-talvez-cheio": {
    title: "Grupo talvez cheio",
    sentence:
      "Três pessoas ou mais disseram que um grupo aberto está cheio. Olhe no WhatsApp: se está, rode groups full com o número dele; se não, groups reopen.",
    command: "npm run leads -- groups",
    over: "De nenhum grupo aberto dizem que está cheio.",
  },
  "grupos-quase-cheios": {
    title: "Último grupo quase cheio",
    sentence: "O último grupo aberto está quase cheio. Crie outro grupo no WhatsApp.",
    command: addGroup,
    over: "Há de novo lugares nos grupos.",
  },
  "copias-atrasadas": {
    title: "Cópias atrasadas",
    sentence:
      "As cópias de segurança pararam: a última é mais velha que três intervalos. Veja o que diz o processo que as faz.",
    command: askDoctor,
    over: "Há de novo uma cópia recente.",
  },
  "relogio-errado": {
    title: "Relógio errado",
    sentence:
      "O relógio do servidor difere de outro em 2 segundos ou mais. Ligue a sincronização do horário nele e, se houver, na máquina do Postgres.",
    command: "timedatectl set-ntp true",
    over: "O relógio do servidor está certo de novo.",
  },
  "certificado-vencendo": {
    title: "Certificado perto do fim",
    sentence:
      "O certificado do endereço público vence em menos de 7 dias, ou já venceu. Renove-o na hospedagem ou, se você usa o certbot, com este comando.",
    command: "certbot renew",
    over: "O certificado do endereço público foi renovado.",
  },
  "lead-recusado": {
    title: "Lead recusado",
    sentence:
      "O ActiveCampaign recusou leads, que só serão enviados de novo se você pedir. Pode ficar para depois.",
    command: "npm run leads -- retry",
    over: "Nenhum lead recusado espera por você.",
  },
} as const;

export type TroubleName = keyof typeof troubles;

/** The alarm in the log when a trouble begins that only the watch finds. */
export function alarmOf<Name extends TroubleName>(alarm: Name) {
  const { sentence, command } = troubles[alarm];
  return { alarm, message: `${sentence} ${command}` };
}

export function alarmOverOf<Name extends TroubleName>(alarmOver: Name) {
  return { alarmOver, message: `O alarme acabou: ${troubles[alarmOver].over}` };
}

type TroubleWords = { title: string; sentence: string; command: string; over: string };

/** The messages that reach the operator's phone: when a trouble begins, when it is over, and for a test. */
export const messages = {
  began: ({ title, sentence, command }: TroubleWords) => ({
    title,
    text: `${sentence}\nNo servidor, rode: ${command}`,
  }),
  over: ({ title, over }: TroubleWords) => ({ title: `Acabou: ${title}`, text: over }),
  test: {
    title: "Mensagem de teste",
    text: "Se você lê isto, os alarmes do servidor chegam até você. Não há nada a fazer.",
  },
};
