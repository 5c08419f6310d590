/** The names of what the panel and the report count. */
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
  },
  phases: {
    before: "antes do dia da aula",
    today: "dia da aula",
    doors: "a sala abre em instantes",
    live: "ao vivo",
    waiting: "começa em alguns minutos",
    over: "terminou",
    replay: "terminou, com gravação",
    cancelled: "cancelada",
    auto: "de volta ao relógio",
  },
  vitals: {
    lcp: { name: "Abre rápido", code: "LCP" },
    inp: { name: "Responde rápido", code: "INP" },
    cls: { name: "Fica no lugar", code: "CLS" },
  },
  devices: { phone: "celular", desktop: "computador" },
  ratings: { good: "bom", fair: "médio", poor: "ruim" },
} as const;

const deeds: ReadonlyMap<string, (detail: string) => string> = new Map([
  ["pause", () => "Entregas pausadas"],
  ["resume", () => "Entregas retomadas"],
  ["phase", (detail: string) => `Momento da aula escolhido: ${phaseName(detail)}`],
  ["group full", (detail: string) => `Grupo ${detail} marcado como cheio`],
  ["panel link", () => "Link do painel criado"],
  ["panel opened", () => "Link do painel usado"],
  ["panel closed", () => "Saída do painel"],
  ["panel revoked", () => "Acessos ao painel encerrados"],
  ["backup", () => "Cópia de segurança feita"],
]);

/** What was done, in words. A deed of another version of this program stays as it is. */
export function describeDeed(deed: string, detail: string | null): string {
  return deeds.get(deed)?.(detail ?? "") ?? [deed, detail ?? ""].join(" ").trim();
}

function phaseName(name: string): string {
  return new Map<string, string>(Object.entries(names.phases)).get(name) ?? name;
}
