import { html } from "hono/html";
import { names } from "#phrases/panel/names.ts";
import { panel } from "#phrases/panel/panel.ts";
import type { Figures } from "#server/figures/figures.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import type { Trouble } from "#server/watch/trouble.ts";
import { type Html, panelDocument } from "./panel-document.ts";
import { deedList, type ShownDeed } from "./parts/deeds.ts";
import { delivery } from "./parts/delivery.ts";
import { groupList } from "./parts/groups.ts";
import { pageHealth } from "./parts/page-health.ts";
import { command } from "./parts/section.ts";
import { hourChart, minuteChart, signUpNumbers, sourceBars } from "./parts/sign-ups.ts";
import { state } from "./parts/state.ts";
import { stepTables } from "./parts/steps.ts";
import { renewal, verdict, verdictText } from "./parts/verdict.ts";
import { writeMoment } from "./writing.ts";

const phrases = panel.verdict;

type PanelView = {
  figures: Figures;
  troubles: readonly Trouble[];
  /** The newest first. */
  deeds: readonly ShownDeed[];
  /** Whether the session may change something: only then the panel has buttons. */
  mayWrite: boolean;
  /** Whether the page renews itself. */
  renewing: boolean;
};

/** The whole page of the panel. */
export function renderPanel({ figures, troubles, deeds, mayWrite, renewing }: PanelView): string {
  const { now } = figures;
  const title = verdictText(troubles);
  const body = html`<main class="panel">
${verdict({
  name: `${panel.name}. ${phrases.phase(names.phases[figures.state.phase])}`,
  title,
  troubles,
  isFine: troubles.length === 0,
  more: html`${notes(figures)}${renewal({ now, renewing })}`,
})}
${signUps(figures)}
${stepTables([
  { caption: panel.steps.today, steps: figures.steps.today },
  { caption: panel.steps.all, steps: figures.steps.all },
])}
${delivery(figures.delivery, now, mayWrite)}
${groupList(figures.groups, mayWrite)}
${state(figures.state, now, mayWrite)}
${pageHealth(figures.pages)}
${deedList(deeds, now)}
</main>
${leave(mayWrite ? undefined : phrases.readOnly)}`;
  return panelDocument({ title: panel.title(title), body });
}

function signUps({ signUps: figures, state: event, now }: Figures): Html {
  const { byMinute } = figures;
  return html`${signUpNumbers(figures)}
${byMinute && minuteChart(panel.charts.byMinute, byMinute, event, now)}
${hourChart(figures.byHour, now)}
${sourceBars(figures.bySource)}`;
}

/** What the operator has chosen is no trouble, but must not be forgotten. */
function notes({ delivery: { circuit, isConfigured }, now }: Figures): Html {
  const { pausedAt } = circuit;
  const paused = pausedAt !== undefined && phrases.paused(writeMoment(pausedAt, now));
  return html`${paused && html`<p class="verdict__note">${paused}</p>`}${!isConfigured && html`<p class="verdict__note">${phrases.notConfigured}</p>`}`;
}

type BrokenView = { troubles: readonly Trouble[]; now: number; renewing: boolean };

/** The whole page of the panel while the figures cannot be read. */
export function renderBroken({ troubles, now, renewing }: BrokenView): string {
  const age = renewal({ now, renewing, said: phrases.triedAt });
  const more = html`<p>${phrases.brokenSentence}</p><p>${command(phrases.brokenCommand)}</p>${age}`;
  const body = html`<main class="panel">
${verdict({ title: phrases.broken, troubles, isFine: false, more })}
</main>
${leave()}`;
  return panelDocument({ title: panel.title(phrases.broken), body });
}

function leave(note?: string): Html {
  return html`<footer class="leave">
${note && html`<p>${note}</p>`}
<form method="post" action="${panelPaths.leave}"><button class="button button--quiet">${panel.leave}</button></form>
</footer>`;
}
