import type { Database } from "./schema.ts";

type NewAction = {
  at: number;
  /** The words of an action or of a command. */
  action: string;
  /** What was chosen, for instance the phase, the number of a group, or how many people; never about a person. */
  detail?: string | undefined;
  /** The id of the panel key with which it was done. */
  panelKey?: number | undefined;
};

/** Notes what the operator has done from the panel, or by a command. */
export async function recordAction(
  database: Database,
  { at, action, detail, panelKey }: NewAction,
): Promise<void> {
  const row = { at, action, detail: detail ?? null, panel_key: panelKey ?? null };
  await database.insertInto("actions").values(row).execute();
}

export type RecordedAction = {
  at: number;
  action: string;
  detail: string | null;
  /** Whether it was done from the panel; otherwise a command did it. */
  fromPanel: boolean;
};

/** The newest actions, the newest first. */
export async function newestActions(database: Database, most: number): Promise<RecordedAction[]> {
  const rows = await database
    .selectFrom("actions")
    .select(["at", "action", "detail", "panel_key"])
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map(({ at, action, detail, panel_key }) => {
    return { at, action, detail, fromPanel: panel_key !== null };
  });
}

/** The last time that this was done. */
export function newestOf(database: Database, action: string): Promise<{ at: number } | undefined> {
  return database
    .selectFrom("actions")
    .select("at")
    .where("action", "=", action)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The last action that was done with this key of the panel. */
export function newestActionOf(
  database: Database,
  panelKey: number,
): Promise<{ at: number; action: string; detail: string | null } | undefined> {
  return database
    .selectFrom("actions")
    .select(["at", "action", "detail"])
    .where("panel_key", "=", panelKey)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}
