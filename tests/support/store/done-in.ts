import { newestActions } from "#server/store/action-log.ts";
import type { Database } from "#server/store/schema.ts";

/** The actions from the panel or by a command, the newest first. */
export async function doneIn(database: Database): Promise<string[]> {
  const done = await newestActions(database, 99);
  const names = done.map(({ action, detail }) =>
    detail === null ? action : `${action} ${detail}`,
  );
  return names.filter((name) => name !== "panel opened");
}
