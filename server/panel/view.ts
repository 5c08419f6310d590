import { html } from "hono/html";
import { names } from "#phrases/names.ts";
import { commandsFor, type Fact, type Subject, urgentFirst } from "#server/facts/fact.ts";
import type { Figures } from "#server/figures/figures.ts";
import { formatCount, formatHour, formatMoment, formatTime } from "#server/format.ts";
import { describeRecorded } from "#server/operator/actions.ts";
import { type Facts, type SubjectName, subjects } from "#server/operator/facts.ts";
import type { RecordedAction } from "#server/store/action-log.ts";
import { panelPaths } from "./addresses.ts";
import { panelName, panelPage, previewName } from "./pages.ts";
import {
  answerLinks,
  atServer,
  buttonLinks,
  campaignSection,
  factList,
  type Html,
  largeNumbers,
  note,
  otherChanges,
  section,
  sourceSection,
  stepCharts,
  stepSection,
} from "./parts.ts";

type Shown = {
  figures: Figures;
  facts: Facts;
  /** The troubles of this machine: see `Watch`. */
  here: readonly Fact[];
  /** The recorded actions, the newest first. */
  actions: readonly RecordedAction[];
  /** Whether the session may change something: only then the panel has buttons. */
  mayWrite: boolean;
  /** Whether the page renews itself. */
  renews: boolean;
};

/** The whole page of the panel, in the order in which the operator needs it on the night. */
export function renderPanel(shown: Shown): string {
  const { figures, facts, here, actions, mayWrite, renews } = shown;
  const { now, signUps, steps } = figures;
  const { byMinute } = signUps;
  const troubles = troublesIn(facts, here);
  const isSending = facts.deliveries.every(
    ({ name, level }) => name !== "Envio" || level === "fine",
  );
  const title = titleOf(troubles, isSending);
  const body = html`<main class="panel column">
${arrivals(figures, troubles)}
<section class="troubles column" data-state="${stateOf(troubles, isSending)}" aria-labelledby="troubles">
<h2 id="troubles">${title}</h2>
${troubleList(troubles, mayWrite)}
${renewal(`Números de ${formatTime(now)}.`, renews)}
</section>
${subjectSection("event", shown, buttonLinks([{ href: panelPaths.preview, text: previewName }]))}
${subjectSection("groups", shown)}
${subjectSection("room", shown)}
${subjectSection("deliveries", shown)}
${dueSection(shown)}
${byMinute && section("minutes", "Por minuto, perto da aula", stepCharts(byMinute, "Minuto"))}
${section("hours", "Por hora, nas últimas 24 horas", stepCharts(signUps.byHour, "Hora"))}
${sourceSection(signUps.bySource)}
${campaignSection(signUps.byCampaign)}
${stepSection([
  { name: "Hoje", steps: steps.today },
  { name: "No total", steps: steps.all },
])}
${serverSection(shown)}
${doneSection(actions, now)}
</main>
${leaving(mayWrite)}`;
  return panelPage({ title, body });
}

/** Returns each trouble once, the urgent troubles first. */
function troublesIn(facts: Facts, here: readonly Fact[]): Fact[] {
  const all = [...here, ...Object.values(facts).flat()].filter(({ level }) => level === "trouble");
  const each = all.filter(
    ({ alarm }, index) =>
      alarm === undefined || all.findIndex((other) => other.alarm === alarm) === index,
  );
  return urgentFirst(each);
}

/** Whether sign-ups arrive: the first thing that the operator looks for. */
function arrivals({ signUps, state }: Figures, troubles: readonly Fact[]): Html {
  const { lastHour, newestAt } = signUps;
  const isFound = (wanted: string) => troubles.some(({ alarm }) => alarm === wanted);
  const isRefusing = isFound("gravacao-parada");
  const isBad = isRefusing || isFound("sem-inscricoes");
  const good = lastHour > 0 ? "As inscrições chegam" : "O servidor aceita inscrições";
  const bad = isRefusing ? "As inscrições são recusadas" : "Nenhuma inscrição chega";
  const newest =
    newestAt === undefined
      ? "Nenhuma nas últimas 24 horas."
      : `A última chegou às ${formatHour(newestAt)}.`;
  return html`<header class="arrivals column" data-state="${isBad ? "trouble" : "fine"}">
<p>${panelName}. Agora: ${names.phases[state.phase]}</p>
<h1>${isBad ? bad : good}</h1>
<p class="quiet">${newest}</p>
${largeNumbers(signUpFigures(signUps))}
</header>
`;
}

/** The figures that say how many sign-ups came. */
export function signUpFigures({ lastHour, today, all, people, byMinute }: Figures["signUps"]) {
  // Shows the last full minute: the newest minute is not over yet, so its figure would fall at every new minute.
  const lastMinute = byMinute?.at(-2)?.signUps;
  const note = people === 1 ? "de 1 pessoa" : `de ${formatCount(people)} pessoas`;
  return [
    ...(lastMinute === undefined
      ? []
      : [{ name: "Último minuto", value: formatCount(lastMinute) }]),
    { name: "Última hora", value: formatCount(lastHour) },
    { name: "Hoje", value: formatCount(today) },
    { name: "No total", value: formatCount(all), note },
  ];
}

/** The state of the panel: a trouble that can wait until tomorrow is only a notice, but a full group is a trouble. */
function stateOf(troubles: readonly Fact[], isSending: boolean): "fine" | "notice" | "trouble" {
  if (troubles.some(({ canWait }) => !canWait)) return "trouble";
  return troubles.length > 0 || !isSending ? "notice" : "fine";
}

function titleOf(troubles: readonly Fact[], isSending: boolean): string {
  const urgent = troubles.filter(({ canWait }) => !canWait).length;
  const others = troubles.length - urgent;
  const parts = [
    ...(urgent > 0 ? [urgent === 1 ? "um problema" : `${urgent} problemas`] : []),
    ...(others > 0 ? [others === 1 ? "um aviso" : `${others} avisos`] : []),
  ].join(" e ");
  if (parts === "") return isSending ? "Tudo em ordem" : "Guardando, sem enviar";
  return parts.charAt(0).toUpperCase() + parts.slice(1);
}

/** The troubles, each with the advice, the buttons that help, and the commands that do the same, folded. */
function troubleList(troubles: readonly Fact[], mayWrite: boolean): Html | false {
  const list = troubles.map((fact) => {
    const { name, value, todo, canWait = false, answers = [] } = fact;
    return html`<li class="trouble"${!canWait && html` data-state="trouble"`}><p>${canWait && "Aviso: "}<strong>${name}.</strong> ${value}</p>
<p class="quiet">${todo}</p>
${mayWrite && answers.length > 0 && answerLinks(answers)}
${atServer(commandsFor(fact))}</li>`;
  });
  return list.length > 0 && html`<ul class="column">${list}</ul>`;
}

/** The facts that must be fine by the evening of the class, and are not fine yet. */
function dueSection({ facts, mayWrite }: Shown): Html | false {
  const due = Object.values(facts)
    .flat()
    .filter((fact) => fact.due === "evening");
  return due.length > 0 && section("due", "Antes da aula", factList(due, mayWrite));
}

/** When the page was read, and the link that stops or restarts its automatic renewal (WCAG 2.2.1 and 2.2.4). */
function renewal(readAt: string, renews: boolean): Html {
  const [state, href, change] = renews
    ? ["Esta página se renova a cada 30 segundos.", panelPaths.still, "Parar de renovar"]
    : ["Esta página está parada.", panelPaths.panel, "Renovar sozinha"];
  return html`<p class="note row"><span>${readAt} ${state}</span> <a class="button button--quiet screen-only" href="${href}">${change}</a></p>`;
}

/** The facts of a subject, with the buttons that change the subject. */
function subjectSection(name: SubjectName, { facts, mayWrite }: Shown, more?: Html): Html {
  const { title, actions = [] }: Subject = subjects[name];
  const shown = facts[name].filter(({ due }) => due === undefined);
  return section(
    name,
    title,
    html`${factList(shown, mayWrite)}${more}${mayWrite && otherChanges(facts[name], actions)}`,
  );
}

/**
 * The facts about the server and the owner's choices. They come late on the page, because they do not change on the
 * night.
 */
function serverSection({ facts, mayWrite }: Shown): Html {
  const chosen = [...facts.page, ...facts.account].filter(({ level }) => level !== "fine");
  const shown = [...facts.messages, ...facts.copies, ...facts.store, ...chosen].filter(
    ({ due }) => due === undefined,
  );
  return section("server", "Servidor", factList(shown, mayWrite));
}

/** The actions that were done from the panel or by a command. */
function doneSection(actions: readonly RecordedAction[], now: number): Html {
  const lines = actions.map(
    ({ at, action, detail, fromPanel }) =>
      html`<li><time class="quiet" datetime="${new Date(at).toISOString()}">${formatMoment(at, now)}</time> <span>${describeRecorded(action, detail)}, ${fromPanel ? "pelo painel" : "por comando"}</span></li>
`,
  );
  const body = lines.length > 0 ? html`<ol>${lines}</ol>` : note("Nada foi feito ainda.");
  return section("done", "O que foi feito", body);
}

/** The buttons that make a link for another device, and the button that ends the session. */
function leaving(mayWrite: boolean): Html {
  return html`<footer class="leave row screen-only">
${
  mayWrite
    ? html`<form class="row" method="post" action="${panelPaths.link}"><button class="button button--quiet">Abrir em outro aparelho</button>
<button class="button button--quiet" name="read-only" value="1">Abrir em outro, só para ver</button></form>`
    : html`<p>Este acesso é só para ver.</p>`
}
<form method="post" action="${panelPaths.leave}"><button class="button button--quiet">Sair do painel</button></form>
</footer>`;
}
