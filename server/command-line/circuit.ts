import { describeReason } from "#phrases/delivery-states.ts";
import type { Circuit } from "#server/store/courier/circuit.ts";
import { escapeForTerminal } from "./escape.ts";
import { formatTime } from "./text.ts";

/** A reason why nothing is sent to ActiveCampaign, and what the operator can do. */
type Stop = { isFailure: boolean; text: string; todo: string };

export const nothingStops = "Nenhuma pausa, falha ou espera impede as entregas.";

/** All reasons at present; none if deliveries go on. */
export function stopsOf({ pausedAt, tripped, backOffUntil }: Circuit, now: number): Stop[] {
  const stops: Stop[] = [];
  if (pausedAt !== undefined)
    stops.push({
      isFailure: false,
      text: `Entregas em pausa desde ${formatTime(pausedAt)}.`,
      todo: "Para continuar: npm run leads -- resume",
    });
  if (backOffUntil > now)
    stops.push({
      isFailure: false,
      text: `O ActiveCampaign pediu para esperar até ${formatTime(backOffUntil)}. Depois disso, as entregas continuam sozinhas.`,
      todo: "Para não esperar: npm run leads -- resume --now",
    });
  if (tripped !== undefined)
    stops.push({
      isFailure: true,
      text: `Entregas paradas desde ${formatTime(tripped.since)}, porque o ActiveCampaign falhou (${escapeForTerminal(describeReason(tripped.reason))}). Próxima tentativa: ${formatTime(tripped.probeAt)}.`,
      todo: "Para achar a causa: npm run leads -- doctor   Quando ela estiver resolvida: npm run leads -- resume",
    });
  return stops;
}
