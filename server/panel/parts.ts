import { html } from "hono/html";
import { names } from "#phrases/names.ts";
import { type Action, type Answer, titleOf } from "#server/actions/action.ts";
import type { Fact } from "#server/facts/fact.ts";
import type { Slice, StepFigure } from "#server/figures/figures.ts";
import { formatCount, formatHour, formatShare } from "#server/format.ts";
import { type Campaign, otherText } from "#server/store/counts.ts";
import { addressOf, pathOf } from "./addresses.ts";

// The parts from which the pages of the panel are built.

/** A piece of a page; `html` has escaped the texts in it. */
export type Html = ReturnType<typeof html>;

/** A part of a page under a heading of its own. */
export function section(name: string, title: string, body: Html): Html {
  return html`<section class="section ${name}" aria-labelledby="${name}">
<h2 id="${name}">${title}</h2>
${body}
</section>
`;
}

/** A short text that explains figures, or replaces figures that do not exist yet. */
export function note(text: string): Html {
  return html`<p class="note">${text}</p>`;
}

/** The command that the operator copies to the server. */
export function command(text: string): Html {
  return html`<code class="command">${text}</code>`;
}

/** A figure with its name. `note` explains the figure. */
export type Figure = { name: string; value: string; note?: string | undefined };

/** Shows figures so large that people can read them from afar. */
export function largeNumbers(figures: readonly Figure[]): Html {
  const rows = figures.map(
    ({ name, value, note }) =>
      html`<div><dt>${name}</dt><dd><strong>${value}</strong>${note && html` <span class="note">${note}</span>`}</dd></div>
`,
  );
  return html`<dl class="large-numbers row">\n${rows}</dl>`;
}

/**
 * Shows facts as rows, each with its advice and its buttons. The advice and buttons of a trouble are in the list of
 * alarms.
 */
export function factList(facts: readonly Fact[], mayWrite: boolean): Html {
  const rows = facts.map((fact) => {
    const { name, value, todo, level, answers = [], share } = fact;
    const note = level === "notice" ? todo : undefined;
    const isAlarm = level === "trouble";
    const buttons = mayWrite && !isAlarm && answers.length > 0 && answerLinks(answers);
    return html`<div><dt class="quiet">${name}</dt><dd>${value}${note && html` <span class="note">${note}</span>`}${share !== undefined && bar(share)}${buttons}</dd></div>
`;
  });
  return html`<dl class="facts">\n${rows}</dl>`;
}

/** The buttons of some actions. Each button leads to the page that asks before anything is changed. */
export function answerLinks(answers: readonly Answer[]): Html {
  return buttonLinks(
    answers.map((one) => ({
      href: addressOf(one),
      text: one.action.button,
      // The text of a button does not name the group. The label does, for people who cannot see where the button
      // is.
      label: titleOf(one),
    })),
  );
}

/** A section, closed at first, with the buttons of the subject's actions that its facts do not offer already. */
export function otherChanges(facts: readonly Fact[], actions: readonly Action[]): Html | false {
  const shown = facts.flatMap(({ answers = [] }) => answers).map(({ action }) => action);
  const others = actions.filter((action) => !shown.includes(action));
  return (
    others.length > 0 &&
    html`<details class="screen-only"><summary>Outras mudanças</summary>
${buttonLinks(others.map((action) => ({ href: pathOf(action), text: action.button })))}</details>`
  );
}

/** The shell commands for the same actions, folded, for a person who works at the server. */
export function atServer(commands: readonly string[]): Html | false {
  return (
    commands.length > 0 &&
    html`<details><summary>No servidor</summary>${commands.map((one) => html`<p>${command(one)}</p>`)}</details>`
  );
}

type Table = {
  /** The name of the first column, and the names of the columns of numbers. */
  columns: readonly [string, ...string[]];
  /** The first cell of each row, an optional bar below it, and the numbers of the row. */
  rows: readonly { head: unknown; bar?: Html; numbers: readonly unknown[] }[];
};

/** Links that look like buttons. `label` is the whole name, if `text` leaves out a part. */
export function buttonLinks(
  links: readonly { href: string; text: string; label?: string }[],
): Html {
  return html`<p class="actions row screen-only">${links.map(
    ({ href, text, label }) =>
      html`<a class="button button--quiet" href="${href}"${label && html` aria-label="${label}"`}>${text}</a>
`,
  )}</p>`;
}

function table({ columns: [first, ...others], rows }: Table): Html {
  const lines = rows.map(
    ({ head, bar, numbers }) =>
      html`<tr><th scope="row">${head}${bar}</th>${numbers.map((number) => html`<td>${number}</td>`)}</tr>
`,
  );
  return html`<table>
<thead><tr><th scope="col">${first}</th>${others.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${lines}</tbody>
</table>`;
}

/** A bar that shows a share. Screen readers skip the bar, because the number is beside it. */
function bar(share: number): Html {
  return html`<p class="graph" aria-hidden="true"><svg height="3"><rect opacity="0.2" width="100%" height="100%"/><rect width="${percent(share)}" height="100%"/></svg></p>`;
}

const nothingYet = "Ainda não há inscrições neste período.";

/** The steps to the class that have a chart by the minute. By the hour, only the first step has a chart. */
const drawn = [
  { of: "signUps", name: "Inscrições" },
  { of: "groupPresses", name: "Botão do grupo" },
  { of: "entered", name: "Entradas na aula" },
] as const;

type Counted = (typeof drawn)[number]["of"];

/**
 * Charts of the steps to the class, with columns from the oldest to the newest; a step that has not happened has no
 * chart. The charts are for people who see; the table has the same numbers for all people.
 */
export function stepCharts(slices: readonly Slice[], first: "Minuto" | "Hora"): Html {
  const seen = drawn.slice(0, first === "Minuto" ? drawn.length : 1).flatMap(({ of, name }) => {
    const highest = Math.max(...slices.map((slice) => slice[of]));
    const at = slices.find((slice) => slice[of] === highest)?.start ?? 0;
    return highest > 0 ? { of, name, highest, at } : [];
  });
  if (seen.length === 0) return note(nothingYet);
  const numbers = table({
    columns: [first, "Páginas vistas", ...seen.map(({ name }) => name)],
    rows: slices.map((slice) => ({
      head: formatHour(slice.start),
      numbers: [formatCount(slice.views), ...seen.map(({ of }) => formatCount(slice[of]))],
    })),
  });
  const charts = seen.map(
    ({ of, name, highest, at }) =>
      html`${note(`${name}: no máximo ${formatCount(highest)} (${formatHour(at)})`)}
${drawColumns(slices, of, highest)}`,
  );
  return html`${charts}
<details><summary>Ver em números</summary>
${numbers}
</details>`;
}

/**
 * Draws a chart of columns. Its lengths are percentages, because a `viewBox` would also stretch the texts. The last
 * column is paler, because its minute or hour is not over.
 */
function drawColumns(slices: readonly Slice[], of: Counted, highest: number): Html {
  const last = slices.length - 1;
  const columns = slices.map(({ [of]: count }, index) => {
    // One beside hundreds must still be seen.
    const height = count && Math.max(count / highest, 0.015);
    return html`<rect${index === last && html` opacity="0.5"`} x="${percent(index / slices.length)}" y="${percent(1 - height)}" width="${percent(0.8 / slices.length)}" height="${percent(height)}"/>`;
  });
  const [from, to] = [slices[0]?.start ?? 0, slices[last]?.start ?? 0].map(formatHour);
  return html`<div class="graph" aria-hidden="true">
<svg class="plot">${columns}</svg>
<svg height="24"><text y="1em">${from}</text><text y="1em" x="100%" text-anchor="end">${to}</text></svg>
</div>`;
}

/** Writes a share as a percentage of a length, from 0 to 100 %. */
function percent(share: number): string {
  return `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(2)}%`;
}

export function sourceSection(
  sources: readonly { source: keyof typeof names.sources; signUps: number; entered: number }[],
): Html {
  const all = sources.reduce((sum, { signUps }) => sum + signUps, 0);
  const most = sources.reduce((max, { signUps }) => Math.max(max, signUps), 1);
  const rows = sources.map(({ source, signUps, entered }) => ({
    head: names.sources[source],
    bar: bar(signUps / most),
    numbers: [
      formatCount(signUps),
      formatShare(all === 0 ? undefined : signUps / all),
      formatCount(entered),
    ],
  }));
  const bars = table({ columns: ["Origem", "Inscrições", "Parte", "Na aula"], rows });
  return section("sources", "Por origem", rows.length > 0 ? bars : note(nothingYet));
}

/** The table of the campaigns; false while no link has named a campaign. */
export function campaignSection(
  campaigns: readonly (Campaign & { signUps: number })[],
): Html | false {
  const rows = campaigns.map((row) => ({
    head: campaignLabel(row),
    numbers: [formatCount(row.signUps)],
  }));
  const counts = table({ columns: ["Campanha e conteúdo", "Inscrições"], rows });
  return rows.length > 0 && section("campaigns", "Por campanha", counts);
}

/** A campaign with the content of its link, if there is one. */
export function campaignLabel({ campaign, content }: Campaign): string {
  if (campaign === otherText) return "(outras)";
  return content === "" ? campaign : `${campaign} · ${content}`;
}

/**
 * The table of the steps from the view to the class: for each span of time, the counts and their shares of the views
 * and of the step before. Most people who enter have signed up on another day, so only the last span, of all time, has
 * shares of entries.
 */
export function stepSection(
  spans: readonly { name: string; steps: readonly StepFigure[] }[],
): Html {
  const [longest] = spans.toReversed();
  const rows = (longest?.steps ?? []).map(({ step, ofViews }, index) => ({
    head: names.steps[step],
    bar: bar(ofViews ?? 0),
    numbers: spans.map(({ steps }) =>
      stepCell(steps[index], step !== "entered" || steps === longest?.steps),
    ),
  }));
  const isEmpty = longest?.steps.every(({ count }) => count === 0) ?? true;
  const body = isEmpty
    ? note("Ainda não há visitas contadas.")
    : html`${table({ columns: ["Passo", ...spans.map(({ name }) => name)], rows })}
${note("Parte das páginas vistas · parte do passo anterior")}`;
  return section("steps", "Da página à aula", body);
}

/**
 * A count and its shares. A step taken without the step before, or more than once, can have a share above 1: it is left
 * out.
 */
function stepCell(step: StepFigure | undefined, hasShares: boolean): Html {
  const { count = 0, ofBefore, ofViews } = step ?? {};
  const shares = (hasShares ? [ofViews, ofBefore] : [])
    .filter((share) => share !== undefined && share <= 1)
    .map(formatShare);
  return html`${formatCount(count)} <span class="note">${shares.join("\u00a0·\u00a0")}</span>`;
}
