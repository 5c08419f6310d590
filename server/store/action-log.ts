import type { Database } from "./schema.ts";

type NewAction = {
  at: number;
  /** The words that name the action or the command. */
  action: string;
  /**
   * What the operator chose, for instance the phase, the number of a group, or how many people; nothing about one
   * person.
   */
  detail?: string | undefined;
  /** The id of the panel key with which the action was done. */
  panelKey?: number | undefined;
};

/** Writes into the log of actions what the operator has done, from the panel or by a command. */
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
  /** True if the action was done from the panel; false if a command did it. */
  fromPanel: boolean;
};

/** Reads the last actions of the operator, the newest first. */
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

/** Reads when this action was last done. */
export function newestOf(database: Database, action: string): Promise<{ at: number } | undefined> {
  return database
    .selectFrom("actions")
    .select("at")
    .where("action", "=", action)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Reads the last action that was done with this panel key. */
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
