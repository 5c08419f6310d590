import { html } from "hono/html";
import { names } from "#phrases/panel/names.ts";
import { running } from "#phrases/panel/running.ts";
import type { StateFigures } from "#server/figures/figures.ts";
import type { Html } from "#server/panel/look/panel-document.ts";
import {
  writeBytes,
  writeDay,
  writeDuration,
  writeHour,
  writeMoment,
  writeShare,
} from "#server/panel/look/writing.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import { actions } from "./actions.ts";
import { type Fact, facts, section } from "./section.ts";

const phrases = running.state;
/** Two clocks that differ by less are the same for an operator: asking the database takes about as long. */
const sameClockMs = 100;

export function state(figures: StateFigures, now: number, mayWrite: boolean): Html {
  const { phase, byHand, start, end, next, version, store, lastBackupAt } = figures;
  const { engine, bytes, diskFreeShare } = store;
  const rows: Fact[] = [
    {
      name: phrases.phase,
      value: names.phases[phase],
      more: byHand ? phrases.byHand : phrases.byClock,
    },
    {
      name: phrases.event,
      value: phrases.span(writeDay(start), writeHour(start), writeHour(end)),
    },
    {
      name: phrases.next,
      value: next
        ? phrases.nextChange(names.phases[next.phase], writeMoment(next.at, now))
        : phrases.noChange,
    },
    { name: phrases.clock, value: clock(figures) },
    { name: phrases.version, value: version ?? phrases.unknownVersion },
    {
      name: phrases.store,
      value: phrases.engines[engine],
      more: bytes !== undefined && writeBytes(bytes),
    },
    ...(diskFreeShare === undefined
      ? []
      : [{ name: phrases.disk, value: writeShare(diskFreeShare) }]),
    backup(lastBackupAt, now),
  ];
  const body = html`${facts(rows)}${mayWrite && phaseActions(figures)}`;
  return section("state", phrases.title, body);
}

function clock({ clockAheadMs, store }: StateFigures): string {
  if (store.engine === "sqlite") return phrases.ownClock;
  const apart = Math.abs(clockAheadMs);
  if (apart < sameClockMs) return phrases.sameClock;
  return clockAheadMs > 0
    ? phrases.clockAhead(writeDuration(apart))
    : phrases.clockBehind(writeDuration(apart));
}

function backup(at: number | undefined, now: number): Fact {
  const name = phrases.backup;
  if (at === undefined) return { name, value: phrases.noBackup, act: phrases.backupCommand };
  const ago = running.times.ago(writeDuration(Math.max(0, now - at)));
  return { name, value: writeMoment(at, now), more: ago };
}

/** A class may last longer than planned, so the present phase can be chosen too, unless it was chosen already. */
function phaseActions({ phase, byHand }: StateFigures): Html {
  const choices = (["live", "waiting", "over"] as const)
    .filter((name) => !byHand || name !== phase)
    .map((name) => ({ href: panelPaths.phase(name), text: phrases[name] }));
  const auto = byHand ? [{ href: panelPaths.phase("auto"), text: phrases.auto }] : [];
  return html`<div class="choice"><h3 class="part__subtitle">${phrases.choose}</h3>${actions([...choices, ...auto])}</div>`;
}
