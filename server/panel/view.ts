import { html } from "hono/html";
import { commandLine } from "#phrases/command-line.ts";
import { describeReason } from "#phrases/delivery-states.ts";
import type {
  DeliveryFigures,
  Figures,
  SignUpFigures,
  StateFigures,
} from "#server/figures/figures.ts";
import type { Group } from "#server/groups/groups.ts";
import type { RecordedAction } from "#server/store/action-log.ts";
import type { Trouble } from "#server/watch/trouble.ts";
import { bar } from "./charts.ts";
import {
  writeBytes,
  writeCount,
  writeDay,
  writeDuration,
  writeHour,
  writeMoment,
  writeSecond,
  writeShare,
} from "./format.ts";
import {
  actionLinks,
  command,
  type Fact,
  factList,
  type Html,
  largeNumbers,
  note,
  panelName,
  panelPage,
  section,
} from "./html.ts";
import { names } from "./names.ts";
import { panelPaths } from "./panel-paths.ts";
import {
  hourChart,
  lagFacts,
  minuteChart,
  pageHealth,
  sourceBars,
  stepTables,
} from "./shared-sections.ts";

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

/** The whole page of the panel. */
export function renderPanel(shown: Shown): string {
  const { figures, troubles, actions, mayWrite, renews } = shown;
  const { now, signUps, steps, state } = figures;
  const title = titleOf(troubles);
  const name = `${panelName}. Agora: ${names.phases[state.phase]}`;
  const age = renewal(`Números de ${writeSecond(now)}.`, renews);
  const body = html`<main class="panel column">
${verdict({ name, title, troubles, state: stateOf(troubles), below: html`${reminders(shown)}${age}` })}
${signUpNumbers(signUps)}
${signUps.byMinute && minuteChart({ title: "Por minuto, perto da aula", slices: signUps.byMinute, event: state, now })}
${hourChart(signUps.byHour, now)}
${sourceBars(signUps.bySource)}
${stepTables([
  { caption: "Hoje", steps: steps.today },
  { caption: "Desde o começo", steps: steps.all },
])}
${deliverySection(figures.delivery, now, mayWrite)}
${groupSection(figures.groups, mayWrite)}
${stateSection(state, now, mayWrite)}
${pageHealth(figures.pages, "third")}
${doneSection(actions, now)}
</main>
${leaving(mayWrite ? undefined : "Este acesso é só para ver.")}`;
  return panelPage({ title, body });
}

type Unreadable = { troubles: readonly Trouble[]; now: number; renews: boolean };

/** The whole page of the panel while the figures cannot be read. */
export function renderUnreadable({ troubles, now, renews }: Unreadable): string {
  const title = "Os números não puderam ser lidos";
  const below = html`<p>O banco de dados não respondeu. Para saber a causa, rode no servidor:</p><p>${command(`${call} doctor`)}</p>${renewal(`Última tentativa: ${writeSecond(now)}.`, renews)}`;
  const body = html`<main class="panel column">
${verdict({ name: panelName, title, troubles, state: "trouble", below })}
</main>
${leaving()}`;
  return panelPage({ title, body });
}

type Verdict = "fine" | "notice" | "trouble";

/** The worst of the troubles: refused sign-ups look otherwise than a lead that can wait until tomorrow. */
function stateOf(troubles: readonly Trouble[]): Verdict {
  if (troubles.length === 0) return "fine";
  return troubles.some(({ level }) => level === "now") ? "trouble" : "notice";
}

function titleOf(troubles: readonly Trouble[]): string {
  const urgent = troubles.filter(({ level }) => level === "now").length;
  const others = troubles.length - urgent;
  const notices = others === 1 ? "um aviso" : `${others} avisos`;
  const problems = urgent === 1 ? "Um problema" : `${urgent} problemas`;
  if (urgent > 0) return others > 0 ? `${problems} e ${notices}` : problems;
  if (others === 0) return "Tudo em ordem";
  return others === 1 ? "Um aviso" : notices;
}

type Beginning = {
  name: string;
  title: string;
  troubles: readonly Trouble[];
  state: Verdict;
  /** What stands below the troubles. */
  below: Html;
};

/** The first thing on the page: whether all is well, or what is wrong and which command mends it. */
function verdict({ name, title, troubles, state, below }: Beginning): Html {
  const urgentFirst = ["now", "later"].flatMap((wanted) =>
    troubles.filter(({ level }) => level === wanted),
  );
  const list = urgentFirst.map(
    ({ level, sentence, command: mend }) =>
      html`<li class="trouble" data-level="${level}"><p>${level === "later" && "Aviso: "}${sentence}</p>
<p class="quiet">Rode no servidor: ${command(mend)}</p></li>`,
  );
  return html`<header class="verdict column lit" data-state="${state}">
<p>${name}</p>
<h1>${title}</h1>
${list.length > 0 && html`<ul class="column">${list}</ul>`}
${below}
</header>
`;
}

/** What the operator has chosen is no trouble, but must not be forgotten. */
function reminders({ figures, pageFormSends }: Shown): Html {
  const {
    delivery: { circuit, isConfigured },
    now,
  } = figures;
  const { pausedAt } = circuit;
  const paused =
    pausedAt !== undefined && `As entregas estão em pausa desde ${writeMoment(pausedAt, now)}.`;
  const kept =
    !isConfigured && "O ActiveCampaign não está configurado: os leads ficam guardados aqui.";
  const unsent =
    !pageFormSends &&
    "O formulário da página não guarda inscrições, só o popup guarda. Para guardar também, escreva inPageFormSends: true em content/launch.ts e publique de novo.";
  return html`${[paused, kept, unsent].map((text) => text && html`<p class="reminder">${text}</p>`)}`;
}

/** How old the page is, and the link that stops it from renewing itself or lets it go on (WCAG 2.2.1 and 2.2.4). */
function renewal(readAt: string, renews: boolean): Html {
  const text = renews
    ? html`Esta página se renova a cada 30 segundos. <a href="${panelPaths.still}">Parar de renovar</a>`
    : html`Esta página está parada. <a href="${panelPaths.panel}">Renovar sozinha</a>`;
  return html`<p class="renewal note">${readAt} ${text}</p>`;
}

function signUpNumbers({ lastHour, today, all, people, byMinute }: SignUpFigures): Html {
  // The newest minute is not over yet: its figure would seem to fall every minute.
  const lastMinute = byMinute?.at(-2)?.signUps;
  return largeNumbers("Inscrições", [
    ...(lastMinute === undefined ? [] : [{ name: "Último minuto", value: writeCount(lastMinute) }]),
    { name: "Última hora", value: writeCount(lastHour) },
    { name: "Hoje", value: writeCount(today) },
    {
      name: "No total",
      value: writeCount(all),
      note: people === 1 ? "de 1 pessoa" : `de ${writeCount(people)} pessoas`,
    },
  ]);
}

function deliverySection(figures: DeliveryFigures, now: number, mayWrite: boolean): Html {
  const { waiting, oldestMs, parked, held, lag, circuit } = figures;
  const facts = factList([
    sending(figures, now),
    {
      name: "Na fila",
      value: writeCount(waiting),
      note: waiting > 0 ? `o mais antigo espera há ${writeDuration(oldestMs)}` : undefined,
    },
    ...lagFacts(lag),
    forOperator("Leads recusados", parked, `${call} retry`),
    forOperator("Inscrições retidas", held, `${call} release`),
  ]);
  const link =
    circuit.pausedAt === undefined
      ? { href: panelPaths.pause, text: "Pausar as entregas" }
      : { href: panelPaths.resume, text: "Retomar as entregas" };
  const body = html`${facts}${mayWrite && actionLinks([link])}`;
  return section("delivery", "Entrega ao ActiveCampaign", body, "half");
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

/** A count of what waits for the operator, with the command that shows more. */
function forOperator(name: string, count: number, mend: string): Fact {
  return { name, value: writeCount(count), mend: count > 0 ? mend : undefined };
}

/** The groups and how full they are. The invitations are left out: a link to a group is no figure. */
function groupSection(groups: readonly Group[], mayWrite: boolean): Html {
  const present = groups.find(({ state }) => state === "open");
  const none = html`<p>Não há grupos no banco de dados: o botão leva ao link de content/links.ts. Para pôr um grupo, rode no servidor: ${command(`${call} groups add <link>`)}</p>`;
  const list = groups.map((group) => groupItem(group, group === present, mayWrite));
  const body = groups.length > 0 ? html`<ul class="column">${list}</ul>` : none;
  return section("groups", "Grupos do WhatsApp", body, "half");
}

const groupStates = { open: "aberto", closed: "fechado à mão", "no-places": "cheio" };

function groupItem(
  { id, taken, stopAt, saidFull, state }: Group,
  isPresent: boolean,
  mayWrite: boolean,
): Html {
  const full = {
    href: panelPaths.groupFull(id),
    text: "Marcar como cheio",
    label: `Marcar como cheio: grupo ${id}`,
  };
  return html`<li><p><strong>Grupo ${id}</strong> <span>${isPresent ? "recebe as pessoas agora" : groupStates[state]}</span></p>
${bar([{ share: taken / stopAt }])}
<p class="quiet">${writeCount(taken)} de ${writeCount(stopAt)} lugares</p>
${saidFull > 0 && html`<p class="quiet">Pessoas que disseram que está cheio: ${writeCount(saidFull)}</p>`}
${mayWrite && state === "open" && actionLinks([full])}</li>
`;
}

const engines = { sqlite: "SQLite", postgres: "Postgres" };

/** The class, and the server itself. */
function stateSection(figures: StateFigures, now: number, mayWrite: boolean): Html {
  const { phase, byHand, start, end, next, version, store, lastBackupAt } = figures;
  const { engine, bytes, diskFreeShare } = store;
  const facts: Fact[] = [
    {
      name: "Momento da aula",
      value: names.phases[phase],
      note: byHand ? "escolhido à mão" : "pelo relógio",
    },
    {
      name: "Aula",
      value: `${writeDay(start)}, das ${writeHour(start)} às ${writeHour(end)}`,
    },
    {
      name: "Depois",
      value: next
        ? `${names.phases[next.phase]}, ${writeMoment(next.at, now)}`
        : "nada mais muda sozinho",
    },
    { name: "Relógio", value: clockText(figures) },
    { name: "Versão", value: version ?? "desconhecida" },
    {
      name: "Banco de dados",
      value: engines[engine],
      note: bytes === undefined ? undefined : writeBytes(bytes),
    },
    ...(diskFreeShare === undefined
      ? []
      : [{ name: "Espaço livre no disco", value: writeShare(diskFreeShare) }]),
    lastBackup(lastBackupAt, now),
  ];
  const body = html`${factList(facts)}${mayWrite && phaseChoice(figures)}`;
  return section("state", "Aula e servidor", body, "third");
}

/** Two clocks that differ by less are the same for an operator: asking the database takes about as long. */
const sameClockMs = 100;

function clockText({ clockAheadMs, store }: StateFigures): string {
  if (store.engine === "sqlite") return "o desta máquina";
  const apart = Math.abs(clockAheadMs);
  if (apart < sameClockMs) return "igual ao do banco de dados";
  const way = clockAheadMs > 0 ? "adiantado" : "atrasado";
  return `o do banco de dados está ${writeDuration(apart)} ${way}`;
}

function lastBackup(at: number | undefined, now: number): Fact {
  const name = "Última cópia de segurança";
  if (at === undefined) return { name, value: "nenhuma conhecida", mend: `${call} backup` };
  const ago = `há ${writeDuration(Math.max(0, now - at))}`;
  return { name, value: writeMoment(at, now), note: ago };
}

const phaseButtons = { live: "Está ao vivo", waiting: "Vai atrasar", over: "Terminou" };

/** A class may last longer than planned, so the present phase can be chosen too, unless it was chosen already. */
function phaseChoice({ phase, byHand }: StateFigures): Html {
  const choices = (["live", "waiting", "over"] as const)
    .filter((name) => !byHand || name !== phase)
    .map((name) => ({ href: panelPaths.phase(name), text: phaseButtons[name] }));
  const auto = byHand ? [{ href: panelPaths.phase("auto"), text: "Voltar ao relógio" }] : [];
  return html`<div class="phase-choice screen-only"><h3>Escolher o momento à mão</h3>${actionLinks([...choices, ...auto])}</div>`;
}

/** What was done from the panel, or by a command. */
function doneSection(actions: readonly RecordedAction[], now: number): Html {
  const lines = actions.map(
    ({ at, action, detail, fromPanel }) =>
      html`<li><time class="quiet" datetime="${new Date(at).toISOString()}">${writeMoment(at, now)}</time> <span>${describeAction(action, detail)}, ${fromPanel ? "pelo painel" : "por comando"}</span></li>
`,
  );
  const list = html`<ol class="column">${lines}</ol>`;
  const none = note("Nada foi feito pelo painel ainda.");
  return section("done", "O que foi feito", actions.length > 0 ? list : none);
}

const actionTexts: ReadonlyMap<string, string> = new Map([
  ["pause", "Entregas pausadas"],
  ["resume", "Entregas retomadas"],
  ["panel link", "Link do painel criado"],
  ["panel opened", "Link do painel usado"],
  ["panel closed", "Saída do painel"],
  ["panel revoked", "Acessos ao painel encerrados"],
  ["backup", "Cópia de segurança feita"],
]);

/** What was done, in words. An action that only another version of this program knows stays as it is. */
function describeAction(action: string, detail: string | null): string {
  if (action === "group full") return `Grupo ${detail ?? ""} marcado como cheio`;
  if (action === "phase") {
    const phases = new Map<string, string>(Object.entries(names.phases));
    return `Momento da aula escolhido: ${phases.get(detail ?? "") ?? detail ?? ""}`;
  }
  return actionTexts.get(action) ?? [action, detail ?? ""].join(" ").trim();
}

function leaving(hint?: string): Html {
  return html`<footer class="leave row screen-only">
${hint && html`<p>${hint}</p>`}
<form method="post" action="${panelPaths.leave}"><button class="button button--quiet">Sair do painel</button></form>
</footer>`;
}
