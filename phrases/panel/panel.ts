import { commandLine } from "#phrases/command-line.ts";

/** The panel `/painel`. Numbers and times come as texts. */
export const panel = {
  name: "Painel da Black AHSD",
  title: (title: string) => `${title} | Painel`,

  verdict: {
    fine: "Tudo em ordem",
    troubles: (count: number) => (count === 1 ? "Um problema" : `${count} problemas`),
    runOnServer: "Rode no servidor:",
    broken: "Os números não puderam ser lidos",
    brokenSentence: "O banco de dados não respondeu. Para saber a causa, rode no servidor:",
    brokenCommand: `${commandLine.call} doctor`,
    readAt: (time: string) => `Números de ${time}.`,
    triedAt: (time: string) => `Última tentativa: ${time}.`,
    renews: "Esta página se renova a cada 30 segundos.",
    stop: "Parar de renovar",
    still: "Esta página está parada.",
    renew: "Renovar sozinha",
    readOnly: "Este acesso é só para ver.",
    phase: (phase: string) => `Agora: ${phase}`,
    paused: (since: string) => `As entregas estão em pausa desde ${since}.`,
    notConfigured: "O ActiveCampaign não está configurado: os leads ficam guardados aqui.",
  },
  leave: "Sair do painel",

  signUps: {
    title: "Inscrições",
    lastMinute: "Último minuto",
    lastHour: "Última hora",
    today: "Hoje",
    all: "No total",
    people: (count: string, one: boolean) => (one ? "de 1 pessoa" : `de ${count} pessoas`),
  },

  charts: {
    byMinute: "Por minuto, perto da aula",
    byHour: "Por hora, nas últimas 24 horas",
    bySource: "Por origem",
    peak: (count: string, time: string) => `O máximo foi ${count} (${time}).`,
    nothing: "Ainda não há inscrições neste período.",
    unfinished: "A última barra ainda está contando.",
    start: "começo da aula",
    end: "fim da aula",
    table: "Ver em números",
    minute: "Minuto",
    hour: "Hora",
    views: "Páginas vistas",
    signUps: "Inscrições",
    source: "Origem",
    share: "Parte",
  },

  steps: {
    title: "Da página ao grupo",
    today: "Hoje",
    all: "Desde o começo",
    step: "Passo",
    times: "Vezes",
    ofBefore: "Do passo anterior",
    ofViews: "Das páginas vistas",
    nothing: "Ainda não há visitas contadas.",
  },

  groups: {
    title: "Grupos do WhatsApp",
    group: (id: number) => `Grupo ${id}`,
    states: {
      open: "aberto",
      closed: "fechado à mão",
      "no-places": "cheio",
    },
    now: "recebe as pessoas agora",
    places: (taken: string, stopAt: string) => `${taken} de ${stopAt} lugares`,
    said: (people: string) => `Pessoas que disseram que está cheio: ${people}`,
    none: "Não há grupos no banco de dados: o botão leva ao link de content/links.ts. Para pôr um grupo, rode no servidor:",
    addCommand: `${commandLine.call} groups add <link>`,
    full: "Marcar como cheio",
    fullOf: (id: number) => `Marcar como cheio: grupo ${id}`,
  },

  pages: {
    title: "A página nos aparelhos",
    vitals: "Rapidez sentida por quem visita",
    measure: "Medida",
    noVitals: "Ainda não há medidas.",
    errors: "Erros da página",
    noErrors: "Nenhum erro contado.",
    error: "Erro",
    place: (file: string, build: string) => `${file}, versão ${build}`,
    times: "Vezes",
  },

  deeds: {
    title: "O que foi feito",
    fromPanel: "pelo painel",
    byCommand: "por comando",
    none: "Nada foi feito pelo painel ainda.",
  },
};
