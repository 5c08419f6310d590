import { eventFindings as phrases } from "#phrases/doctor/event.ts";

const brasilia = "America/Sao_Paulo";

/** Writes the event's time in its own zone: `quarta-feira, 11 de novembro de 2026, às 20h (horário de Brasília)`. */
export function describeEventTime(instant: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat("pt-BR", { timeZone, dateStyle: "full" }).format(instant);
  const time = new Intl.DateTimeFormat("pt-BR", { timeZone, timeStyle: "short" }).format(instant);
  const hour = time.replace(/^0/, "").replace(":", "h").replace(/h00$/, "h");
  return `${day}, às ${hour} (${timeZone === brasilia ? phrases.brasilia : timeZone})`;
}
