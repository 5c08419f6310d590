import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "#server/command-line/private-file.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { hasContent, Sqlite, sqliteFile } from "#server/store/connection/sqlite.ts";
import { rememberedTables } from "#server/store/erasures-file.ts";

/**
 * Makes a complete copy of a store in SQLite while other processes go on writing, and gives it its name only after a
 * check. SQLite writes all rows anew, because a copy page by page would include traces of erased people in the gaps of
 * pages. The copy is a single file that needs no write-ahead log beside it, so it can be read in a read-only folder.
 */
export function copySqlite(from: string, to: string): Promise<void> {
  return writePrivateFile(to, (part) => {
    const source = new Sqlite(from, { fileMustExist: true });
    try {
      source.prepare("vacuum into ?").run(part);
    } finally {
      source.close();
    }
    const unfit = findUnfit(part);
    if (unfit !== undefined) throw new Error(`A cópia de ${from} está danificada: ${unfit}.`);
  });
}

/** A SQLite file without these tables is not a store of leads. */
const storeTables = ["schema_migrations", "submissions", "leads", "deliveries"];

/** Returns why a file is no copy of a store, or no file of erasures, in words for people; undefined when it is one. */
export function findUnfit(path: string, kind: "store" | "erasures" = "store"): string | undefined {
  if (!existsSync(path)) return "este arquivo não existe";
  try {
    const file = new Sqlite(path, { readonly: true, fileMustExist: true });
    try {
      const found = String(file.pragma("integrity_check(1)", { simple: true }));
      if (found !== "ok") return `a conferência do arquivo diz: ${found.replaceAll("\n", " ")}`;
      const tables = file.prepare("select name from sqlite_master where type = 'table'").pluck();
      const names = new Set(tables.all());
      const isMissing = (name: string) => !names.has(name);
      const [wanted, what] =
        kind === "store" ? [storeTables, "dos leads"] : [rememberedTables, "dos apagamentos"];
      const missing = wanted.filter(isMissing).join(", ");
      if (missing === "") return undefined;
      return rememberedTables.some(isMissing)
        ? `não é uma cópia ${what}: faltam as tabelas ${missing}`
        : "tem só os apagamentos, que se aplicam com restore --erased";
    } finally {
      file.close();
    }
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

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
  if (/\.part-\w{6}$/.test(name)) return "part";
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
