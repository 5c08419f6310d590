import { html } from "hono/html";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import type { Trouble, TroubleName } from "#phrases/alarms.ts";
import { commandLine } from "#phrases/command-line.ts";
import { describeOutcome, describeReason } from "#phrases/delivery-states.ts";
import { formatCount } from "#server/command-line/text.ts";
import type { DeliveryFigures, Figures, StateFigures } from "#server/figures/figures.ts";
import type { RecordedAction } from "#server/store/action-log.ts";
import { describeAction, panelPaths } from "./actions.ts";
import { panelName, panelPage, previewName } from "./answers.ts";
import {
  names,
  writeDay,
  writeDuration,
  writeHour,
  writeMoment,
  writeSecond,
  writeShare,
} from "./format.ts";
import {
  actionLinks,
  campaignSection,
  command,
  type Fact,
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
  troubles: readonly Trouble[];
  /** What was done, the newest first. */
  actions: readonly RecordedAction[];
  /** Whether the form in the page stores its sign-ups (`inPageFormSends`). */
  pageFormSends: boolean;
  /** Whether the session may change something: only then the panel has buttons. */
  mayWrite: boolean;
  /** Whether the page renews itself. */
  renews: boolean;
};

/** The whole page of the panel, in the order in which the operator needs it on the night. */
export function renderPanel(shown: Shown): string {
  const { figures, troubles, actions, mayWrite, renews } = shown;
  const { now, signUps, steps, delivery, state } = figures;
  const { byMinute } = signUps;
  const title = titleOf(troubles);
  const body = html`<main class="panel column">
${arrivals(shown)}
<section class="troubles column" data-state="${stateOf(troubles)}" aria-labelledby="troubles">
<h2 id="troubles">${title}</h2>
${troubleList(troubles)}
${reminders(shown)}
${renewal(`Números de ${writeSecond(now)}.`, renews)}
</section>
${groupSection(figures.groups, mayWrite)}
${roomSection(figures.roomLink, mayWrite)}
${eventSection(state, now, mayWrite)}
${deliverySection(delivery, now, mayWrite)}
${delivery.parked > 0 && refusedSection(shown)}
${byMinute && section("minutes", "Por minuto, perto da aula", html`${turnout(steps.all)}${stepCharts({ slices: byMinute, sliceMs: minuteMs, now, event: state })}`)}
${section("hours", "Por hora, nas últimas 24 horas", stepCharts({ slices: signUps.byHour, sliceMs: hourMs, now }))}
${sourceSection(signUps.bySource)}
${campaignSection(signUps.byCampaign)}
${stepSection([
  { name: "Hoje", steps: steps.today },
  { name: "No total", steps: steps.all },
])}
${serverSection(state, now)}
${doneSection(actions, now)}
</main>
${leaving(mayWrite ? undefined : "Este acesso é só para ver.")}`;
  return panelPage({ title, body });
}

type Unreadable = { troubles: readonly Trouble[]; now: number; renews: boolean };

/** The whole page of the panel while the figures cannot be read. */
export function renderUnreadable({ troubles, now, renews }: Unreadable): string {
  const title = "Os números não puderam ser lidos";
  const body = html`<main class="panel column">
<header class="arrivals column lit" data-state="trouble">
<p>${panelName}</p>
<h1>${title}</h1>
${troubleList(troubles)}
<p>O banco de dados não respondeu. Para saber a causa, rode no servidor: ${command(`${call} doctor`)}</p>
${renewal(`Última tentativa: ${writeSecond(now)}.`, renews)}
</header>
</main>
${leaving()}`;
  return panelPage({ title, body });
}

/** Whether sign-ups arrive: the first thing that the operator looks for. */
function arrivals({ figures: { signUps, state }, troubles }: Shown): Html {
  const { lastHour, newestAt } = signUps;
  const isFound = (wanted: TroubleName) => troubles.some(({ alarm }) => alarm === wanted);
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
${largeNumbers(signUpFacts(signUps))}
</header>
`;
}

/** How many sign-ups came. */
export function signUpFacts({ lastHour, today, all, people, byMinute }: Figures["signUps"]) {
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

/** The worst of the troubles: a lead that can wait until tomorrow looks otherwise than a full group. */
function stateOf(troubles: readonly Trouble[]): "fine" | "notice" | "trouble" {
  if (troubles.length === 0) return "fine";
  return troubles.some(({ level }) => level === "now") ? "trouble" : "notice";
}

function titleOf(troubles: readonly Trouble[]): string {
  const urgent = troubles.filter(({ level }) => level === "now").length;
  const others = troubles.length - urgent;
  const parts = [
    ...(urgent > 0 ? [urgent === 1 ? "um problema" : `${urgent} problemas`] : []),
    ...(others > 0 ? [others === 1 ? "um aviso" : `${others} avisos`] : []),
  ].join(" e ");
  return parts === "" ? "Tudo em ordem" : parts.charAt(0).toUpperCase() + parts.slice(1);
}

/** What is wrong, the urgent first, and which command mends it. */
function troubleList(troubles: readonly Trouble[]): Html | false {
  const list = ["now", "later"].flatMap((wanted) =>
    troubles
      .filter(({ level }) => level === wanted)
      .map(
        ({ level, sentence, command: mend }) =>
          html`<li class="trouble" data-level="${level}"><p>${level === "later" && "Aviso: "}${sentence}</p>
<p class="quiet">Rode no servidor: ${command(mend)}</p></li>`,
      ),
  );
  return list.length > 0 && html`<ul class="column">${list}</ul>`;
}

/** What the operator has chosen is no trouble, but must not be forgotten. */
function reminders({ figures: { delivery, now }, pageFormSends }: Shown): Html {
  const { pausedAt } = delivery.circuit;
  const texts = [
    pausedAt !== undefined && `As entregas estão em pausa desde ${writeMoment(pausedAt, now)}.`,
    !delivery.isConfigured &&
      "O ActiveCampaign não está configurado: os leads ficam guardados aqui.",
    !pageFormSends &&
      "O formulário da página não guarda inscrições, só o popup guarda. Para guardar também, escreva inPageFormSends: true em content/launch.ts e publique de novo.",
  ];
  return html`${texts.map((text) => text && html`<p><strong>${text}</strong></p>`)}`;
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
function eventSection(figures: StateFigures, now: number, mayWrite: boolean): Html {
  const { phase, byHand } = figures;
  const choices = (["live", "waiting", "over"] as const)
    .filter((name) => !byHand || name !== phase)
    .map((name) => ({ href: panelPaths.phase(name), text: phaseButtons[name] }));
  const auto = byHand ? [{ href: panelPaths.phase("auto"), text: "Voltar ao relógio" }] : [];
  const preview = { href: panelPaths.preview, text: previewName };
  return section(
    "event",
    "Aula",
    html`${factList(eventFacts(figures, now))}${actionLinks([...(mayWrite ? [...choices, ...auto] : []), preview])}`,
  );
}

export function eventFacts({ phase, byHand, start, end, next }: StateFigures, now: number): Fact[] {
  const after = next && `${names.phases[next.phase]}, ${writeMoment(next.at, now)}`;
  const note = byHand ? "escolhido à mão" : "pelo relógio";
  return [
    { name: "Momento", value: names.phases[phase], note },
    { name: "Horário", value: `${writeDay(start)}, ${writeHour(start)} a ${writeHour(end)}` },
    { name: "Depois", value: after ?? "nada mais muda sozinho" },
  ];
}

function deliverySection(figures: DeliveryFigures, now: number, mayWrite: boolean): Html {
  const { pausedAt, tripped, backOffUntil } = figures.circuit;
  const isStopped = tripped !== undefined || backOffUntil > now;
  const links =
    pausedAt === undefined
      ? [
          ...(isStopped ? [{ href: panelPaths.tryNow, text: "Tentar agora" }] : []),
          { href: panelPaths.pause, text: "Pausar as entregas" },
        ]
      : [{ href: panelPaths.resume, text: "Retomar as entregas" }];
  return section(
    "delivery",
    "Entrega ao ActiveCampaign",
    html`${factList(deliveryFacts(figures, now))}${mayWrite && actionLinks(links)}`,
  );
}

export function deliveryFacts(figures: DeliveryFigures, now: number): Fact[] {
  const { waiting, oldestMs, parked, held, lag } = figures;
  return [
    sending(figures, now),
    {
      name: "Na fila",
      value: formatCount(waiting),
      note: waiting > 0 && `o mais antigo espera há ${writeDuration(oldestMs)}`,
    },
    { name: "Leads recusados", value: formatCount(parked) },
    { name: "Inscrições retidas", value: formatCount(held), mend: held > 0 && `${call} release` },
    lagFact(lag),
  ];
}

/** The refused leads by reason; who they are says `retry` alone. They can be left as they are while the alarm lasts. */
function refusedSection({ figures: { delivery }, troubles, mayWrite }: Shown): Html {
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

/** Whether leads are sent, or why not; the operator's own pause comes first, because it ends last. */
function sending({ circuit, isConfigured }: DeliveryFigures, now: number): Fact {
  const { pausedAt, tripped, backOffUntil } = circuit;
  const name = "Envio";
  if (!isConfigured) return { name, value: "não configurado: os leads ficam guardados aqui" };
  if (pausedAt !== undefined)
    return { name, value: `em pausa desde ${writeMoment(pausedAt, now)}` };
  if (tripped !== undefined) {
    const { since, reason, probeAt } = tripped;
    return {
      name,
      value: `parado desde ${writeMoment(since, now)}, porque o ActiveCampaign falhou (${describeReason(reason)})`,
      note: `próxima tentativa: ${writeMoment(probeAt, now)}`,
    };
  }
  const waits = `o ActiveCampaign pediu para esperar até ${writeMoment(backOffUntil, now)}`;
  return { name, value: backOffUntil > now ? waits : "normal" };
}

function serverSection(figures: StateFigures, now: number): Html {
  const { version, store, lastCopy } = figures;
  const { engine, bytes, diskFreeShare } = store;
  const free = { name: "Disco livre", value: writeShare(diskFreeShare) };
  const facts = factList([
    copyFact(lastCopy, now),
    {
      name: "Banco",
      value: engine === "sqlite" ? "SQLite" : "Postgres",
      note: bytes !== undefined && `${formatCount(Math.ceil(bytes / 1_000_000))} MB`,
    },
    ...(diskFreeShare === undefined ? [] : [free]),
    { name: "Versão", value: version ?? "desconhecida" },
  ]);
  return section("server", "Servidor", facts);
}

function copyFact(copy: StateFigures["lastCopy"], now: number): Fact {
  const { at, failure, isLate } = copy;
  const name = "Última cópia";
  const ago = at !== null && `há ${writeDuration(Math.max(0, now - at))}`;
  const mend = (at === null || failure !== null || isLate) && `${call} doctor`;
  return { name, value: at === null ? "nenhuma" : writeMoment(at, now), note: ago, mend };
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
