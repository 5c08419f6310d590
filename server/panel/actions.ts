import type { EventPlan } from "#event/edition.ts";
import { commandLine } from "#phrases/command-line.ts";
import { describeOutcome } from "#phrases/delivery-states.ts";
import { choosePhase, isFarFromEvent, readEvent } from "#server/event/choices.ts";
import { closeGroup } from "#server/groups/groups.ts";
import { chooseRoom } from "#server/room/room.ts";
import { type ActionName, newestActionOf, recordAction } from "#server/store/action-log.ts";
import {
  endBackOff,
  pauseDeliveries,
  readCircuit,
  resumeDeliveries,
} from "#server/store/courier/circuit.ts";
import { retryParked } from "#server/store/deliveries/retry-deliveries.ts";
import type { Database, Writing } from "#server/store/row-types.ts";
import { names } from "./format.ts";
import { holdSession } from "./keys.ts";

/** The addresses of the panel, for its links and for the server that answers them. */
export const panelPaths = {
  panel: "/painel",
  /** The panel without its renewal. */
  still: "/painel?parado=1",
  entry: "/painel/entrar",
  leave: "/painel/sair",
  preview: "/painel/previa",
  actions: "/painel/acao",
  pause: "/painel/acao/pausar",
  resume: "/painel/acao/retomar",
  tryNow: "/painel/acao/tentar",
  phase: (name: PhaseChoice) => `/painel/acao/fase/${name}`,
  room: "/painel/acao/sala",
  retryAll: "/painel/acao/recusados/tentar",
  leaveRefused: "/painel/acao/recusados/deixar",
  /** The outcome is written so that it needs no encoding in a path. */
  retryRefused: (outcome: string) =>
    `/painel/acao/recusados/${Buffer.from(outcome).toString("base64url")}/tentar`,
  groupFull: (group: number | string) => `/painel/acao/grupo/${group}/cheio`,
};

type PhaseChoice = "live" | "waiting" | "over" | "auto";
/** What the operator is asked before something is changed. The button says the same as the question. */
export type Question = {
  question: string;
  sentence: string;
  /** The name of the field in which the operator types a link, if the action needs one. */
  field?: string;
};

/** Something that can be changed from the panel: the question before it, and what is done. */
export type PanelAction = Question & {
  name: ActionName;
  detail?: string;
  change: (writing: Writing, given: Given) => Promise<unknown>;
};

/** `link` is empty where the action has no field. */
type Given = { event: EventPlan; now: number; link: string };

const actions: ReadonlyMap<string, PanelAction> = new Map<string, PanelAction>([
  [
    panelPaths.pause,
    {
      name: "pause",
      question: "Pausar as entregas",
      sentence:
        "O servidor deixa de enviar leads ao ActiveCampaign. As inscrições continuam, e todos os leads ficam guardados aqui.",
      async change(writing, { now }) {
        const { pausedAt } = await readCircuit(writing);
        await pauseDeliveries(writing, pausedAt ?? now);
      },
    },
  ],
  [
    panelPaths.resume,
    {
      name: "resume",
      question: "Retomar as entregas",
      sentence: "O servidor volta a enviar ao ActiveCampaign os leads que estão na fila.",
      change: (writing, { now }) => resumeDeliveries(writing, now),
    },
  ],
  [
    panelPaths.tryNow,
    {
      name: "resume",
      // Without it, this press soon after the other one would count as the same press twice.
      detail: "now",
      question: "Tentar agora",
      sentence:
        "O servidor envia um lead ao ActiveCampaign sem esperar mais. Se der certo, as entregas continuam; se não, ele espera de novo.",
      async change(writing, { now }) {
        await resumeDeliveries(writing, now);
        await endBackOff(writing);
      },
    },
  ],
  [panelPaths.retryAll, retryAction()],
  [
    panelPaths.leaveRefused,
    {
      name: "refused left",
      question: "Deixar assim",
      sentence:
        "Os leads recusados ficam guardados aqui e nada é enviado. O aviso some até que o ActiveCampaign recuse outro lead.",
      // The watch compares with the time of this action.
      change: async () => undefined,
    },
  ],
  [
    panelPaths.room,
    {
      name: "room",
      question: "Levar a outra sala",
      sentence:
        "Em até dois segundos, quem pedir a entrada da aula vai para o novo link. Quem já está na sala fica nela.",
      field: "Link inteiro da sala",
      change: (writing, { link }) => chooseRoom(writing, link),
    },
  ],
  phaseAction("live", {
    question: "Dizer que a aula está ao vivo",
    sentence: "A página diz a todos que a aula está ao vivo, e mostra a entrada.",
  }),
  phaseAction("waiting", {
    question: "Dizer que a aula vai atrasar",
    sentence: "A página diz a todos que a aula começa em alguns minutos.",
  }),
  phaseAction("over", {
    question: "Dizer que a aula terminou",
    sentence: "A página diz a todos que a aula terminou.",
  }),
  phaseAction("auto", {
    question: "Voltar ao relógio",
    sentence: "A página volta a seguir a data e a hora da aula, sem escolha à mão.",
  }),
]);

/** The action at this address; undefined if there is none. */
export function actionAt(path: string): PanelAction | undefined {
  const [, encoded = ""] = /\/recusados\/([\w-]+)\/tentar$/.exec(path) ?? [];
  const outcome = Buffer.from(encoded, "base64url").toString();
  if (encoded !== "" && path === panelPaths.retryRefused(outcome)) return retryAction(outcome);
  const [, id = ""] = /\/([1-9]\d{0,8})\/cheio$/.exec(path) ?? [];
  if (id !== "" && path === panelPaths.groupFull(id)) return markFull(Number(id));
  return actions.get(path);
}

function phaseAction(choice: PhaseChoice, question: Question): [string, PanelAction] {
  const change: PanelAction["change"] = (writing, { event, now }) =>
    choosePhase(writing, { event, choice, now });
  return [panelPaths.phase(choice), { name: "phase", detail: choice, ...question, change }];
}

/** The same as `retry --all`, or only for the leads with this last outcome. */
function retryAction(outcome?: string): PanelAction {
  const which = outcome === undefined ? "todos os leads recusados" : "os leads deste motivo";
  const why = outcome === undefined ? "" : ` O motivo: ${describeOutcome(outcome)}.`;
  return {
    name: "retry",
    ...(outcome !== undefined && { detail: outcome }),
    question: `Tentar de novo ${which}`,
    sentence: `O servidor envia ${which} outra vez ao ActiveCampaign.${why} Sem que a causa mude, serão recusados de novo.`,
    change: async (writing, { now }) => (await retryParked(writing, now, outcome)) > 0,
  };
}

function markFull(group: number): PanelAction {
  return {
    name: "group full",
    detail: String(group),
    question: `Marcar o grupo\u00a0${group} como cheio`,
    sentence: `O grupo\u00a0${group} não recebe mais pessoas. Quem pedir a entrada vai para o próximo grupo aberto ou, se não há outro, lê que todos estão cheios. Para desfazer, no servidor: ${commandLine.call} groups reopen ${group}`,
    change: (writing, { now }) => closeGroup(writing, { id: group, now }),
  };
}

/** What the operator is asked before an action: about a phase that is unusual now, with a warning. */
export async function questionOf(
  database: Database,
  { name, detail, question, sentence, field }: PanelAction,
  { event, now }: { event: EventPlan; now: number },
): Promise<Question> {
  const byHand = name === "phase" && detail !== "auto";
  const isUnusual = byHand && isFarFromEvent(event, now, (await readEvent(database)).override);
  const asked = isUnusual ? `${sentence} ${farFromClass}` : sentence;
  return { question, sentence: asked, ...(field !== undefined && { field }) };
}

const farFromClass =
  "A aula não é hoje, e não acabou há pouco: mesmo assim, todos os visitantes verão isto já agora.";

export type ActionOutcome = "done" | "repeated" | "revoked" | "gone";

/**
 * The same action of the same session again within this time, in milliseconds, is a double press. Links are not compared:
 * a room is chosen each time.
 */
const doublePressMs = 3_000;

/** Changes something and records it, both or neither, and only while the session is not revoked. */
export function runAction(
  database: Database,
  { name, detail, change }: PanelAction,
  { session, ...given }: Given & { session: number },
): Promise<ActionOutcome> {
  const { now } = given;
  return database.transaction().execute(async (writing) => {
    if (!(await holdSession(writing, session))) return "revoked";
    const last = await newestActionOf(writing, session);
    const isSame = last?.action === name && last.detail === (detail ?? null);
    if (isSame && name !== "room" && Math.abs(now - last.at) < doublePressMs) return "repeated";
    // A group can be missing, and refused leads may have been tried again by another operator.
    if ((await change(writing, given)) === false) return "gone";
    await recordAction(writing, { at: now, action: name, detail, panelKey: session });
    return "done";
  });
}

/** What was done, in words. In the place of `{}` stands the detail. */
const actionTexts: Record<ActionName, string> = {
  pause: "Entregas pausadas",
  resume: "Entregas retomadas",
  release: "Inscrições liberadas: {}",
  retry: "Leads recusados na fila outra vez: {}",
  resent: "Leads enviados de novo: {}",
  "refused left": "Leads recusados deixados assim",
  phase: "Momento da aula escolhido: {}",
  moved: "Aula marcada para {}",
  "group add": "Grupo {} posto na lista",
  "group full": "Grupo {} marcado como cheio",
  "group reopen": "Grupo {} reaberto",
  "group replace": "Link do grupo {} trocado",
  "group remove": "Grupo {} tirado da lista",
  room: "Pessoas levadas a outra sala",
  add: "Pessoa inscrita pelo operador",
  erase: "Pessoa apagada",
  "erased again": "Pessoas apagadas de novo: {}",
  fields: "Campos criados no ActiveCampaign",
  "panel link": "Link do painel criado",
  "panel opened": "Link do painel usado",
  "panel closed": "Saída do painel",
  "panel revoked": "Acessos ao painel encerrados",
  restore: "Cópia de segurança restaurada",
  "alert test": "Mensagem de teste enviada",
};

/** An action that only another version of this program knows stays as it is. */
export function describeAction(action: string, detail: string | null): string {
  const text = new Map<string, string>(Object.entries(actionTexts)).get(action);
  const phases = new Map<string, string>(Object.entries(names.phases));
  let shown = detail ?? "todos";
  if (action === "phase") shown = phases.get(shown) ?? shown;
  if (action === "retry") shown = describeOutcome(shown);
  return text?.replace("{}", () => shown) ?? [action, detail ?? ""].join(" ").trim();
}
