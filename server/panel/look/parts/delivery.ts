import { html } from "hono/html";
import { describeReason } from "#phrases/delivery-states.ts";
import { running } from "#phrases/panel/running.ts";
import type { DeliveryFigures } from "#server/figures/figures.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import { writeCount, writeDuration, writeMoment } from "#server/panel/look/writing.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import { actions } from "./actions.ts";
import { type Fact, facts, section } from "./section.ts";

const phrases = running.delivery;

export function delivery(figures: DeliveryFigures, now: number, mayWrite: boolean): Html {
  const { waiting, oldestMs, parked, held } = figures;
  const rows: Fact[] = [
    { name: phrases.sending, value: sending(figures, now), more: probe(figures, now) },
    {
      name: phrases.waiting,
      value: writeCount(waiting),
      more: waiting > 0 && phrases.oldest(writeDuration(oldestMs)),
    },
    ...lagFacts(figures.lag),
    counted(phrases.parked, parked, phrases.parkedCommand),
    counted(phrases.held, held, phrases.heldCommand),
  ];
  const body = html`${facts(rows)}${mayWrite && actions([pauseOrResume(figures)])}`;
  return section("delivery", phrases.title, body);
}

/** Why nothing is sent; the operator's own pause comes first, because it ends last. */
function sending({ circuit, isConfigured }: DeliveryFigures, now: number): string {
  const { pausedAt, tripped, backOffUntil } = circuit;
  if (!isConfigured) return phrases.notConfigured;
  if (pausedAt !== undefined) return phrases.paused(writeMoment(pausedAt, now));
  if (tripped !== undefined)
    return phrases.tripped(writeMoment(tripped.since, now), describeReason(tripped.reason));
  return backOffUntil > now ? phrases.backingOff(writeMoment(backOffUntil, now)) : phrases.normal;
}

function probe({ circuit, isConfigured }: DeliveryFigures, now: number): string | undefined {
  const { pausedAt, tripped } = circuit;
  if (!isConfigured || pausedAt !== undefined || tripped === undefined) return undefined;
  return phrases.probe(writeMoment(tripped.probeAt, now));
}

export function lagFacts(lag: DeliveryFigures["lag"]): Fact[] {
  if (lag === undefined) return [{ name: phrases.median, value: phrases.noLag }];
  return [
    { name: phrases.median, value: writeDuration(lag.medianMs) },
    {
      name: phrases.p95,
      value: writeDuration(lag.p95Ms),
      more: phrases.newest(writeCount(lag.deliveries), lag.deliveries === 1),
    },
  ];
}

/** A count of what waits for the operator, with the command that shows more. */
function counted(name: string, count: number, text: string): Fact {
  return { name, value: writeCount(count), act: count > 0 && text };
}

function pauseOrResume({ circuit }: DeliveryFigures) {
  return circuit.pausedAt === undefined
    ? { href: panelPaths.pause, text: phrases.pause }
    : { href: panelPaths.resume, text: phrases.resume };
}
