import type { Action, Done, Ready, Refused, World } from "#server/actions/action.ts";
import { newestActionOf, recordAction } from "#server/store/action-log.ts";
import type { Writing } from "#server/store/schema.ts";

/** From where an action is run: `session` is a session of the panel. The shell has no session. */
type Door = { session?: { id: number; hold: (writing: Writing) => Promise<boolean> } };

export type Outcome =
  | Done
  | Refused
  /** Nothing was done, because the session has ended. */
  | { kind: "revoked" }
  /** The press was the second of a double press, so nothing was done. */
  | { kind: "repeated" };

/** The same action of the same session again within this time, in milliseconds, is a double press. */
const doublePressMs = 3_000;

/** Runs an action and records it: both happen, or neither. From the panel, this works only while the session lasts. */
export async function runAction(
  world: World,
  { action, ready }: { action: Action; ready: Ready },
  { session }: Door = {},
): Promise<Outcome> {
  const { now, event, database } = world;
  const failed = await ready.before(world);
  if (failed !== undefined) return failed;
  const outcome = await database.transaction().execute(async (writing): Promise<Outcome> => {
    if (session !== undefined && !(await session.hold(writing))) return { kind: "revoked" };
    const last = session && (await newestActionOf(writing, session.id));
    const isAgain = last?.action === action.words && Math.abs(now - last.at) < doublePressMs;
    const changed = await ready.change(writing, { now, event });
    // In a double press, the second press is refused because the first press has already made the change.
    if (changed.kind === "refused") return isAgain ? { kind: "repeated" } : changed;
    const { detail } = changed;
    if (isAgain && last.detail === (detail ?? null) && isRecordedWhole(action))
      return { kind: "repeated" };
    await recordAction(writing, { at: now, action: action.words, detail, panelKey: session?.id });
    return changed;
  });
  if (outcome.kind === "done") await ready.after(world);
  return outcome;
}

/**
 * Whether the record of an action contains all its values. A record holds one number at most: a link, a text or several
 * values are not in it.
 */
function isRecordedWhole({ fields }: Action): boolean {
  return fields.length < 2 && fields.every(({ input }) => input === "number");
}
