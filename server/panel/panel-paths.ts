/** The addresses of the panel, for its links and for the server that answers them. */
export const panelPaths = {
  panel: "/painel",
  /** The panel without its renewal. */
  still: "/painel?parado=1",
  entry: "/painel/entrar",
  leave: "/painel/sair",
  actions: "/painel/acao",
  pause: "/painel/acao/pausar",
  resume: "/painel/acao/retomar",
  phase: (name: "live" | "waiting" | "over" | "auto") => `/painel/acao/fase/${name}`,
  groupFull: (group: number | string) => `/painel/acao/grupo/${group}/cheio`,
};
