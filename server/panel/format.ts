import { launch } from "#content/launch.ts";
import { dayMs, daysBetween, hourMs, minuteMs, wallClock } from "#event/time-zone.ts";

const { timeZone } = launch.event;
const secondMs = 1_000;
/** Between a number and its unit there is no line break. */
const space = "\u00a0";
const whole = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat("pt-BR", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A share as a percentage: `0,4%`, `63%`. An undefined share is a dash. */
export function writeShare(share: number | undefined): string {
  if (share === undefined) return "–";
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return "<0,1%";
  return `${(percent > 0 && percent < 9.95 ? oneDecimal : whole).format(percent)}%`;
}

/** How long something takes: `0,4 s`, `12 s`, `4 min 10 s`, `3 h 20 min`, `5 dias`. */
export function writeDuration(ms: number): string {
  const tenths = Math.round(ms / 100);
  if (tenths < 100)
    return `${(tenths % 10 === 0 ? whole : oneDecimal).format(tenths / 10)}${space}s`;
  const seconds = Math.round(ms / secondMs);
  if (seconds < 60) return `${seconds}${space}s`;
  if (seconds < hourMs / secondMs) return twoUnits(seconds, "min", "s");
  if (ms < 2 * dayMs) return twoUnits(Math.round(ms / minuteMs), "h", "min");
  return `${Math.floor(ms / dayMs)}${space}dias`;
}

/** The hour and minute: `20:05`. */
export function writeHour(ms: number): string {
  return shown(ms).slice(11, 16);
}

/** The day: `11/11/2026`. */
function writeDay(ms: number): string {
  return shown(ms).slice(0, 10).split("-").reverse().join("/");
}

/** The day and the hour with its second: `11/11/2026, 20:05:10`. */
export function writeSecond(ms: number): string {
  return `${writeDay(ms)}, ${shown(ms).slice(11, 19)}`;
}

/** A time with its day, which at the time `now` may be today: `hoje, 20:05`, `11/11/2026, 20:05`. */
export function writeMoment(ms: number, now?: number): string {
  const isToday = now !== undefined && daysBetween(ms, now, timeZone) === 0;
  return `${isToday ? "hoje" : writeDay(ms)}, ${writeHour(ms)}`;
}

function shown(ms: number): string {
  return wallClock(ms, timeZone).toISOString();
}

/** Of each larger unit there are sixty smaller ones. */
function twoUnits(smaller: number, large: string, small: string): string {
  const rest = smaller % 60;
  const text = `${Math.floor(smaller / 60)}${space}${large}`;
  return rest === 0 ? text : `${text} ${rest}${space}${small}`;
}

/** The names of what the panel counts. */
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
    doors: "a sala abre em instantes",
    live: "ao vivo",
    waiting: "começa em alguns minutos",
    over: "terminou",
    replay: "terminou, com gravação",
    cancelled: "cancelada",
    auto: "de volta ao relógio",
  },
} as const;
