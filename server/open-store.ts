import { describeStore, openDatabase, type Store } from "#server/storage/open-database.ts";
import type { OpenOptions } from "#server/storage/open-sqlite.ts";
import type { Database } from "#server/storage/tables.ts";

export type OpenedStore =
  | { kind: "open"; database: Database }
  | { kind: "unusable"; mistake: string };

/** The same store, with a reason turned into what to do about it. */
export async function openStore(store: Store, options: OpenOptions = {}): Promise<OpenedStore> {
  const opened = await openDatabase(store, options);
  switch (opened.kind) {
    case "open":
      return opened;
    case "forgetful":
      return { kind: "unusable", mistake: explainForgetful(store, opened.settings) };
    case "unusable":
      return { kind: "unusable", mistake: explain(store, opened.reason) };
  }
}

function explainForgetful(store: Store, settings: string[]): string {
  const off = settings.map((name) => `${name} = off`).join(", ");
  return `Leads would not be safe in ${describeStore(store)} (${off}): a power cut could take sign-ups that were already acknowledged. Set ${settings.join(" and ")} to on there, or correct DATABASE_URL in .env.`;
}

function explain(store: Store, reason: string): string {
  const where = describeStore(store);
  switch (store.kind) {
    case "sqlite":
      return `Leads cannot be kept in ${where} (${reason}). Make the folder readable and writable for this user, or set DATA_DIR in .env to another.`;
    case "postgres":
      return `Leads cannot be kept in ${where} (${reason}). Start that server, or correct DATABASE_URL in .env.`;
  }
}
