/** The Portuguese names of sources, steps and phases, for the operator. Store and commands keep the English names. */
export const names = {
  sources: {
    instagram: "Instagram",
    facebook: "Facebook",
    whatsapp: "WhatsApp",
    youtube: "YouTube",
    tiktok: "TikTok",
    google: "Google",
    telegram: "Telegram",
    email: "E-mail",
    indicacao: "Indicação de um amigo",
    direct: "Direto, sem origem",
    other: "Outra",
  },
  steps: {
    view: "Página vista",
    "popup-opened": "Popup aberto",
    "form-begun": "Formulário começado",
    sent: "Formulário enviado",
    kept: "Inscrição guardada",
    "error-shown": "Erro mostrado",
    "group-press": "Botão do grupo",
    entered: "Entrada na aula",
  },
  phases: {
    before: "antes do dia da aula",
    today: "dia da aula",
    doors: "a sala abriu",
    live: "ao vivo",
    waiting: "começa em alguns minutos",
    over: "terminou",
    replay: "terminou, com gravação",
    cancelled: "cancelada",
    /** The operator chooses `auto` so that the clock decides the phase again. */
    auto: "de volta ao relógio",
  },
} as const;
