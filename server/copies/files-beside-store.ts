import { readdirSync } from "node:fs";
import { join } from "node:path";
import { outageReason } from "#server/store/connection/errors.ts";
import { hasContent, sqliteFile } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/row-types.ts";

/**
 * A file beside the store: replaced by `restore`, or left by a `restore` or `backup` that was interrupted. A `log` is a
 * write-ahead log that was set aside, because its store could not be read; it contains personal data too.
 */
export type LeftCopy = {
  name: string;
  path: string;
  kind: "replaced" | "restoring" | "part" | "log";
};

/** Finds none if the folder cannot be read, because opening the store then gives the reason. */
export function findCopies(folder: string): LeftCopy[] {
  try {
    return readdirSync(folder)
      .sort()
      .flatMap((name) => {
        const kind = kindOf(name);
        return kind === undefined ? [] : [{ name, path: join(folder, name), kind }];
      });
  } catch (error) {
    if (outageReason(error) === undefined) throw error;
    return [];
  }
}

function kindOf(name: string): LeftCopy["kind"] | undefined {
  if (name.startsWith("restoring-")) return "restoring";
  if (/\.part(-\w{6})?$/.test(name)) return "part";
  if (/\.replaced-.*-(wal|shm)$/.test(name)) return "log";
  return name.includes(".replaced-") ? "replaced" : undefined;
}

/** The copies that may hold the leads when the store itself is missing or has no content. */
export function findOrphans(folder: string): LeftCopy[] {
  const copies = findCopies(folder).filter(
    ({ kind }) => kind === "replaced" || kind === "restoring",
  );
  return copies.length > 0 && !hasContent(sqliteFile(folder)) ? copies : [];
}

export async function isEmpty(database: Database): Promise<boolean> {
  const submission = database.selectFrom("submissions").select("id").limit(1);
  const lead = database.selectFrom("leads").select("id").limit(1);
  return !(await submission.executeTakeFirst()) && !(await lead.executeTakeFirst());
}
