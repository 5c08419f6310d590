import { existsSync } from "node:fs";
import { backupErrors as phrases } from "#phrases/store-outages.ts";
import { StoreOutage } from "#server/store/connection/errors.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import { refuseForeignLog, Sqlite, sqliteFile } from "#server/store/connection/sqlite.ts";
import { copyPostgres } from "./copy-postgres.ts";
import { copySqlite } from "./copy-sqlite.ts";

/** Makes a checked copy of the store in a file of SQLite, whatever its engine is. Returns how many sign-ups it holds. */
export async function makeCopy(store: Store, to: string, stopped: AbortSignal): Promise<number> {
  switch (store.kind) {
    case "sqlite": {
      const from = sqliteFile(store.folder);
      if (!existsSync(from)) throw new StoreOutage(phrases.noStore(from));
      refuseForeignLog(from);
      copySqlite(from, to);
      break;
    }
    case "postgres":
      await copyPostgres(store.url, to, stopped);
  }
  return countSignUps(to);
}

function countSignUps(file: string): number {
  const copy = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    return Number(copy.prepare("select count(*) from submissions").pluck().get());
  } finally {
    copy.close();
  }
}
