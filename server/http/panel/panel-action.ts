import type { EventPlan } from "#event/edition.ts";
import { choosePhase } from "#server/event/choices.ts";
import { closeGroup } from "#server/groups/groups.ts";
import { pauseDeliveries, readCircuit, resumeDeliveries } from "#server/store/courier/circuit.ts";
import { type DeedName, newestDeedOf, recordDeed } from "#server/store/panel/deeds.ts";
import { holdSession } from "#server/store/panel/panel-keys.ts";
import type { Database, Writing } from "#server/store/tables.ts";

const phaseChoices = ["live", "waiting", "over", "auto"] as const;

/** What can be done from the panel. */
export type PanelAction =
  | { kind: "pause" }
  | { kind: "resume" }
  | { kind: "phase"; choice: (typeof phaseChoices)[number] }
  | { kind: "group-full"; group: number };

export type ActionOutcome = "done" | "repeated" | "revoked" | "no-group";

/** The same action of the same session again within this time, in milliseconds, is a double press. */
const doublePressMs = 3_000;

/** The action that an address below `/painel/acao/` names; undefined if it names none. */
export function readAction(path: string): PanelAction | undefined {
  if (path === "pausar") return { kind: "pause" };
  if (path === "retomar") return { kind: "resume" };
  const choice = phaseChoices.find((name) => path === `fase/${name}`);
  if (choice !== undefined) return { kind: "phase", choice };
  const [, group] = /^grupo\/([1-9]\d{0,8})\/cheio$/.exec(path) ?? [];
  return group === undefined ? undefined : { kind: "group-full", group: Number(group) };
}

export type Acting = { session: number; event: EventPlan; now: number };

/** Does the action and records the deed, both or neither. */
export function act(
  database: Database,
  action: PanelAction,
  { session, event, now }: Acting,
): Promise<ActionOutcome> {
  return database.transaction().execute(async (writing) => {
    if (!(await holdSession(writing, session))) return "revoked";
    const deed = { at: now, panelKey: session, ...deedOf(action) };
    if (await isDoublePress(writing, deed)) return "repeated";
    const outcome = await change(writing, action, { event, now });
    if (outcome === "done") await recordDeed(writing, deed);
    return outcome;
  });
}

export function deedOf(action: PanelAction): { deed: DeedName; detail?: string } {
  switch (action.kind) {
    case "pause":
    case "resume":
      return { deed: action.kind };
    case "phase":
      return { deed: "phase", detail: action.choice };
    case "group-full":
      return { deed: "group full", detail: String(action.group) };
  }
}

type Deed = ReturnType<typeof deedOf> & { at: number; panelKey: number };

async function isDoublePress(writing: Writing, { at, panelKey, ...deed }: Deed): Promise<boolean> {
  const last = await newestDeedOf(writing, panelKey);
  if (last === undefined || Math.abs(at - last.at) >= doublePressMs) return false;
  return last.deed === deed.deed && last.detail === (deed.detail ?? null);
}

async function change(
  writing: Writing,
  action: PanelAction,
  { event, now }: Omit<Acting, "session">,
): Promise<ActionOutcome> {
  switch (action.kind) {
    case "pause": {
      const { pausedAt } = await readCircuit(writing);
      await pauseDeliveries(writing, pausedAt ?? now);
      return "done";
    }
    case "resume":
      await resumeDeliveries(writing, now);
      return "done";
    case "phase":
      await choosePhase(writing, { event, choice: action.choice, now });
      return "done";
    case "group-full":
      return (await closeGroup(writing, { id: action.group, now })) ? "done" : "no-group";
  }
}
