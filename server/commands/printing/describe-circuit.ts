import { circuit } from "#phrases/command-line.ts";
import { describeReason } from "#phrases/delivery-states.ts";
import type { Circuit } from "#server/store/courier/circuit.ts";
import { escapeForTerminal } from "./escape.ts";
import { formatTime } from "./text.ts";

/** One line for each reason why nothing is sent to ActiveCampaign at present. */
export function describeCircuit(
  { pausedAt, tripped, backOffUntil }: Circuit,
  now: number,
): string[] {
  const lines: string[] = [];
  if (pausedAt !== undefined) lines.push(describePause(pausedAt));
  if (tripped !== undefined) {
    const { since, reason, probeAt } = tripped;
    lines.push(
      `Entregas paradas desde ${formatTime(since)}, porque o ActiveCampaign falhou (${escapeForTerminal(describeReason(reason))}). Próxima tentativa: ${formatTime(probeAt)}. Para achar a causa: npm run leads -- doctor`,
    );
  }
  if (backOffUntil > now)
    lines.push(
      `O ActiveCampaign pediu para esperar até ${formatTime(backOffUntil)}. Depois disso, as entregas continuam sozinhas. Para não esperar: npm run leads -- resume --now`,
    );
  return lines.length > 0 ? lines : [circuit.free];
}

export function describePause(pausedAt: number): string {
  return `Entregas em pausa desde ${formatTime(pausedAt)}. Para continuar: npm run leads -- resume`;
}
