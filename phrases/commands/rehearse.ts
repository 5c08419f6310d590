const names = {
  before: "antes",
  today: "hoje",
  doors: "portas",
  live: "ao vivo",
  waiting: "atraso",
  over: "fim",
  replay: "gravação",
  cancelled: "cancelada",
};

const phases = {
  before: "Antes da aula. A página convida e diz a data, a hora e quantos dias faltam.",
  today: "É o dia da aula. A página diz “É hoje” e a hora.",
  doors: "A sala vai abrir. A página diz que a aula começa em instantes e mostra a entrada.",
  live: "Ao vivo. O primeiro botão leva à aula, e o popup já não abre sozinho.",
  waiting: "A aula atrasou. A página diz que ela começa em alguns minutos.",
  over: "A aula terminou. O botão agora é “Avise-me da próxima”.",
  replay: "A aula terminou. A página mostra a gravação.",
  cancelled: "A aula foi cancelada. A página já não convida para ela.",
};

/** `npm run leads -- rehearse`. */
export const rehearse = {
  usage: "[--minutes <n>] [--port <n>]",
  summary: "ensaia a noite em cinco minutos, numa cópia, com um ActiveCampaign de teste",
  details: [
    "O ensaio faz uma cópia do banco de dados e inicia nela o servidor de verdade, como se a aula começasse daqui a dois",
    "minutos. Abra no navegador o endereço que ele mostra e deixe a página aberta: ela passa sozinha pelos momentos da",
    "noite. Enquanto isso, pessoas inventadas se inscrevem, e um ActiveCampaign de teste, nesta máquina, recebe os leads.",
    "Você também pode se inscrever na página.",
    "",
    "O banco verdadeiro e o ActiveCampaign verdadeiro não mudam. Os leads que já estavam na fila ficam fora do ensaio.",
    "No fim, a cópia é apagada. Para parar antes: Ctrl-C.",
    "Com os leads no Postgres, ou sem nenhum banco ainda, o ensaio usa um banco vazio.",
    "",
    "O código de saída é 0 se toda inscrição enviada foi guardada e entregue.",
  ],
  options: {
    minutes: "quantos minutos o ensaio dura; sem esta opção, 5",
    port: "a porta da página; sem esta opção, uma porta livre",
  },
  badMinutes: (given: string, limits: { min: string; max: string }) =>
    `--minutes não aceita "${given}". Escreva um número de ${limits.min} a ${limits.max}.`,
  badPort: (given: string) => `--port não aceita "${given}". Escreva um número de 1 a 65535.`,
  portTaken: (port: number) =>
    `A porta ${port} já está em uso. Escolha outra em --port, ou rode sem --port.`,
  formElsewhere: (origin: string) =>
    `A página publicada manda as inscrições a ${origin} (FUNCTION_URL), e não ao ensaio. Publique uma versão sem FUNCTION_URL, por exemplo em outra pasta, e ensaie lá.`,
  diskTooFull: (folder: string, needed: string) =>
    `Falta espaço no disco para a cópia: o ensaio precisa de ${needed} MB livres em ${folder}. Libere espaço e rode de novo.`,

  copied: (from: string) => `O ensaio usa uma cópia de ${from}.`,
  emptyInsteadOfPostgres: "Os leads estão no Postgres: o ensaio usa um banco vazio.",
  empty: (folder: string) => `Não há leads na pasta ${folder}: o ensaio usa um banco vazio.`,
  page: (url: string) => `A página do ensaio:        ${url}`,
  account: (url: string) => `O ActiveCampaign de teste: ${url}`,
  advice:
    "Abra a página agora, de preferência em duas janelas, uma estreita como um celular, e não recarregue nenhuma delas.",
  /** DATABASE_URL stays empty here: with the one in .env the command would change the real event. */
  hand: (folder: string) =>
    `Para ensaiar um atraso, em outro terminal: DATABASE_URL= DATA_DIR=${folder} npm run leads -- phase waiting   (de volta: phase auto). Uma página aberta segue em até 75 segundos durante a aula e na hora depois dela; antes, quando você volta a essa janela.`,
  timetable: (hours: { doors: string; start: string; end: string; over: string }) =>
    `Portas: ${hours.doors}. Aula: ${hours.start}. Fim da aula: ${hours.end}. Fim do ensaio: ${hours.over}. Para parar antes: Ctrl-C.`,

  at: (hour: string, text: string) => `${hour}  ${text}`,
  phase: (name: keyof typeof phases) => phases[name],
  phaseName: (name: keyof typeof names) => names[name],
  counts: ({ sent, stored, delivered }: { sent: string; stored: string; delivered: string }) =>
    `Inscrições enviadas: ${sent}. Guardadas: ${stored}. Entregues: ${delivered}.`,
  waiting: (count: string) => `À espera, porque o servidor pediu: ${count}.`,
  lag: (typical: string, longest: string) =>
    `Da inscrição à entrega: ${typical} s em geral, ${longest} s na mais demorada.`,
  others: (count: string) => `Inscrições feitas na página, à mão: ${count}.`,
  serverSays: (message: string) => `O servidor avisa: ${message}`,
  waitingForDeliveries: "O tempo do ensaio acabou. As últimas entregas ainda chegam.",

  ended: "Fim do ensaio.",
  complete: "Toda inscrição enviada foi guardada e entregue.",
  notStored: (count: string) => `Não foram guardadas: ${count}.`,
  notDelivered: (count: string) => `Não foram entregues: ${count}.`,
  phasesMissed: (names: readonly string[]) =>
    `A página não passou por estes momentos: ${names.join(", ")}.`,
  removed: "A cópia foi apagada.",
  interrupted: "O ensaio parou no meio. A cópia foi apagada.",
};
