import type { Database } from "#server/store/tables.ts";

/** Something that was done from the panel, or by a command, and its time. */
export type Deed = {
  at: number;
  /** A `DeedName`, unless another version of this program wrote it. */
  deed: string;
  /** What was chosen, for instance the phase or the number of the group; never about a person. */
  detail: string | null;
  /** Whether it was done from the panel; otherwise a command did it. */
  fromPanel: boolean;
};

/** `panel link`: a command made a link to the panel. `panel opened`: a link was used. */
export type DeedName =
  | "pause"
  | "resume"
  | "phase"
  | "group full"
  | "panel link"
  | "panel opened"
  | "panel closed"
  | "panel revoked"
  | "backup";

type NewDeed = {
  at: number;
  deed: DeedName;
  detail?: string | undefined;
  /** The id of the panel key with which it was done. */
  panelKey?: number | undefined;
};

export async function recordDeed(
  database: Database,
  { at, deed, detail, panelKey }: NewDeed,
): Promise<void> {
  const row = { at, deed, detail: detail ?? null, panel_key: panelKey ?? null };
  await database.insertInto("deeds").values(row).execute();
}

/** The newest deeds, the newest first. */
export async function newestDeeds(database: Database, most: number): Promise<Deed[]> {
  const rows = await database
    .selectFrom("deeds")
    .select(["at", "deed", "detail", "panel_key"])
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map(({ panel_key, ...deed }) => ({
    ...deed,
    // A link names its key too, but a command made it.
    fromPanel: panel_key !== null && deed.deed !== "panel link",
  }));
}

/** The newest deed that was done with a key of the panel. */
export function newestDeedOf(
  database: Database,
  panelKey: number,
): Promise<Pick<Deed, "at" | "deed" | "detail"> | undefined> {
  return database
    .selectFrom("deeds")
    .select(["at", "deed", "detail"])
    .where("panel_key", "=", panelKey)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Removes the deeds that were done before this time. */
export async function removeOldDeeds(database: Database, until: number): Promise<void> {
  await database.deleteFrom("deeds").where("at", "<", until).execute();
}
