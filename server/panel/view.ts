import { html } from "hono/html";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { commandLine } from "#phrases/command-line.ts";
import { describeOutcome } from "#phrases/delivery-states.ts";
import { formatCount } from "#server/command-line/text.ts";
import { type Fact, fine, urgentFirst } from "#server/facts/fact.ts";
import type { Figures, StateFigures } from "#server/figures/figures.ts";
import type { Facts } from "#server/operator/facts.ts";
import type { RecordedAction } from "#server/store/action-log.ts";
import { describeAction, panelPaths } from "./actions.ts";
import { panelName, panelPage, previewName } from "./answers.ts";
import { names, writeHour, writeMoment, writeSecond } from "./format.ts";
import {
  actionLinks,
  campaignSection,
  command,
  factList,
  type Html,
  lagFact,
  largeNumbers,
  note,
  section,
  sourceSection,
  stepCharts,
  stepSection,
  turnout,
} from "./parts.ts";
import { groupSection, roomSection } from "./places.ts";

const { call } = commandLine;

type Shown = {
  figures: Figures;
  facts: Facts;
  /** What is wrong on this machine: see `Watch`. */
  here: readonly Fact[];
  /** What was done, the newest first. */
  actions: readonly RecordedAction[];
  /** Whether the session may change something: only then the panel has buttons. */
  mayWrite: boolean;
  /** Whether the page renews itself. */
  renews: boolean;
};

/** The whole page of the panel, in the order in which the operator needs it on the night. */
export function renderPanel(shown: Shown): string {
  const { figures, facts, here, actions, mayWrite, renews } = shown;
  const { now, signUps, steps, delivery, state } = figures;
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
${troubleList(troubles)}
${renewal(`Números de ${writeSecond(now)}.`, renews)}
</section>
${eventSection(figures, facts, mayWrite)}
${groupSection(figures.groups, mayWrite)}
${roomSection(figures.roomLink, mayWrite)}
${deliverySection(shown)}
${delivery.parked > 0 && refusedSection(shown, troubles)}
${dueSection(facts)}
${byMinute && section("minutes", "Por minuto, perto da aula", html`${turnout(steps.all)}${stepCharts({ slices: byMinute, sliceMs: minuteMs, now, event: state })}`)}
${section("hours", "Por hora, nas últimas 24 horas", stepCharts({ slices: signUps.byHour, sliceMs: hourMs, now }))}
${sourceSection(signUps.bySource)}
${campaignSection(signUps.byCampaign)}
${stepSection([
  { name: "Hoje", steps: steps.today },
  { name: "No total", steps: steps.all },
])}
${serverSection(state, facts)}
${doneSection(actions, now)}
</main>
${leaving(mayWrite ? undefined : "Este acesso é só para ver.")}`;
  return panelPage({ title, body });
}

/** Each trouble once, the urgent first. */
function troublesIn(facts: Facts, here: readonly Fact[]): Fact[] {
  const all = [...here, ...Object.values(facts).flat()].filter(({ level }) => level === "trouble");
  const each = all.filter(
    ({ alarm }, index) =>
      alarm === undefined || all.findIndex((other) => other.alarm === alarm) === index,
  );
  return urgentFirst(each);
}

type Unreadable = { here: readonly Fact[]; now: number; renews: boolean };

/** The whole page of the panel while the figures cannot be read. */
export function renderUnreadable({ here, now, renews }: Unreadable): string {
  const title = "Os números não puderam ser lidos";
  const body = html`<main class="panel column">
<header class="arrivals column lit" data-state="trouble">
<p>${panelName}</p>
<h1>${title}</h1>
${troubleList(here)}
<p>O banco de dados não respondeu. Para saber a causa, rode no servidor: ${command(`${call} doctor`)}</p>
${renewal(`Última tentativa: ${writeSecond(now)}.`, renews)}
</header>
</main>
${leaving()}`;
  return panelPage({ title, body });
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
      : `A última chegou às ${writeHour(newestAt)}.`;
  return html`<header class="arrivals column lit" data-state="${isBad ? "trouble" : "fine"}">
<p>${panelName}. Agora: ${names.phases[state.phase]}</p>
<h1>${isBad ? bad : good}</h1>
<p class="quiet">${newest}</p>
${largeNumbers(signUpFigures(signUps))}
</header>
`;
}

/** How many sign-ups came. */
export function signUpFigures({ lastHour, today, all, people, byMinute }: Figures["signUps"]) {
  // The newest minute is not over yet: its figure would seem to fall every minute.
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

/** The worst of the troubles: one that can wait until tomorrow looks otherwise than a full group. */
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

/** What is wrong, and what to do about it. */
function troubleList(troubles: readonly Fact[]): Html | false {
  const list = troubles.map(
    ({ name, value, todo, canWait = false }) =>
      html`<li class="trouble" data-level="${canWait ? "later" : "now"}"><p>${canWait && "Aviso: "}<strong>${name}.</strong> ${value}</p>
<p class="quiet">${todo}</p></li>`,
  );
  return list.length > 0 && html`<ul class="column">${list}</ul>`;
}

/** What must be fine by the evening of the class, and is not yet. */
function dueSection(facts: Facts): Html | false {
  const due = Object.values(facts)
    .flat()
    .filter((fact) => fact.due === "evening");
  return due.length > 0 && section("due", "Antes da aula", factList(due));
}

/** How old the page is, and the link that stops it from renewing itself or lets it go on (WCAG 2.2.1 and 2.2.4). */
function renewal(readAt: string, renews: boolean): Html {
  const text = renews
    ? html`Esta página se renova a cada 30 segundos. <a href="${panelPaths.still}">Parar de renovar</a>`
    : html`Esta página está parada. <a href="${panelPaths.panel}">Renovar sozinha</a>`;
  return html`<p class="renewal note">${readAt} ${text}</p>`;
}

const phaseButtons = { live: "Está ao vivo", waiting: "Vai atrasar", over: "Terminou" };

/** The class. It may last longer than planned, so the present phase can be chosen too, unless it was chosen already. */
function eventSection({ state, now }: Figures, facts: Facts, mayWrite: boolean): Html {
  const { phase, byHand, next } = state;
  const choices = (["live", "waiting", "over"] as const)
    .filter((name) => !byHand || name !== phase)
    .map((name) => ({ href: panelPaths.phase(name), text: phaseButtons[name] }));
  const auto = byHand ? [{ href: panelPaths.phase("auto"), text: "Voltar ao relógio" }] : [];
  const preview = { href: panelPaths.preview, text: previewName };
  const after = next && `${names.phases[next.phase]}, ${writeMoment(next.at, now)}`;
  const then = fine("Depois", after ?? "nada mais muda sozinho");
  return section(
    "event",
    "Aula",
    html`${factList([...facts.event, then])}${actionLinks([...(mayWrite ? [...choices, ...auto] : []), preview])}`,
  );
}

function deliverySection({ figures: { delivery, now }, facts, mayWrite }: Shown): Html {
  const { pausedAt, tripped, backOffUntil } = delivery.circuit;
  const isStopped = tripped !== undefined || backOffUntil > now;
  const links =
    pausedAt === undefined
      ? [
          ...(isStopped ? [{ href: panelPaths.tryNow, text: "Tentar agora" }] : []),
          { href: panelPaths.pause, text: "Pausar as entregas" },
        ]
      : [{ href: panelPaths.resume, text: "Retomar as entregas" }];
  const shown = facts.deliveries.filter(({ due }) => due === undefined);
  return section(
    "delivery",
    "Entrega ao ActiveCampaign",
    html`${factList([...shown, lagFact(delivery.lag)])}${mayWrite && actionLinks(links)}`,
  );
}

/** The refused leads by reason; who they are says `retry` alone. They can be left as they are while the alarm lasts. */
function refusedSection(
  { figures: { delivery }, mayWrite }: Shown,
  troubles: readonly Fact[],
): Html {
  const retry = "Tentar de novo";
  const items = delivery.refusals.map(({ outcome, count }) => {
    const text = describeOutcome(outcome);
    const reason = text.charAt(0).toUpperCase() + text.slice(1);
    const href = panelPaths.retryRefused(outcome);
    return html`<li><p>${reason}: <strong>${formatCount(count)}</strong></p>
${mayWrite && actionLinks([{ href, text: retry, label: `${retry}: ${reason}` }])}</li>
`;
  });
  const links = [{ href: panelPaths.retryAll, text: "Tentar todos" }];
  if (troubles.some(({ alarm }) => alarm === "lead-recusado"))
    links.push({ href: panelPaths.leaveRefused, text: "Deixar assim" });
  const body = html`<ul>${items}</ul>${mayWrite && actionLinks(links)}`;
  return section("refused", "Leads recusados", body);
}

/** How the server stands, and what the owner has chosen: quiet, because nothing of it changes on the night. */
function serverSection({ version, store }: StateFigures, facts: Facts): Html {
  const size =
    store.bytes === undefined ? "" : `, ${formatCount(Math.ceil(store.bytes / 1_000_000))} MB`;
  const chosen = [...facts.page, ...facts.account, ...facts.messages].filter(
    ({ level, due }) => level !== "fine" && due === undefined,
  );
  const shown = [
    ...facts.copies,
    ...facts.store,
    fine("Banco", `${store.engine === "sqlite" ? "SQLite" : "Postgres"}${size}`),
    fine("Versão", version ?? "desconhecida"),
    ...chosen,
  ];
  return section("server", "Servidor", factList(shown));
}

/** What was done from the panel, or by a command. */
function doneSection(actions: readonly RecordedAction[], now: number): Html {
  const lines = actions.map(
    ({ at, action, detail, fromPanel }) =>
      html`<li><time class="quiet" datetime="${new Date(at).toISOString()}">${writeMoment(at, now)}</time> <span>${describeAction(action, detail)}, ${fromPanel ? "pelo painel" : "por comando"}</span></li>
`,
  );
  const body = lines.length > 0 ? html`<ol>${lines}</ol>` : note("Nada foi feito ainda.");
  return section("done", "O que foi feito", body);
}

function leaving(hint?: string): Html {
  return html`<footer class="leave row screen-only">
${hint && html`<p>${hint}</p>`}
<form method="post" action="${panelPaths.leave}"><button class="button button--quiet">Sair do painel</button></form>
</footer>`;
}
