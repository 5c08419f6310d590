import {
  findOrphans,
  findReplaced,
  isUnused,
  type LeftCopy,
} from "#server/storage/backup/left-copies.ts";
import {
  describeStore,
  openDatabase,
  type Store,
} from "#server/storage/connection/open-database.ts";
import type { OpenOptions } from "#server/storage/connection/sqlite.ts";
import type { Database } from "#server/storage/tables.ts";

type Open = { kind: "open"; database: Database };
export type OpenedStore = Open | { kind: "unusable"; mistake: string };

/** Opens the store, or says what the operator can do. Creates no empty store if a restore left the real one beside it. */
export async function openStore(store: Store, options: OpenOptions = {}): Promise<OpenedStore> {
  const orphans = store.kind === "sqlite" ? findOrphans(store.folder) : [];
  if (orphans.length > 0) return { kind: "unusable", mistake: explainMissing(store, orphans) };
  const opened = await openDatabase(store, options);
  switch (opened.kind) {
    case "open":
      return unlessCreatedByMistake(store, opened);
    case "not-durable":
      return { kind: "unusable", mistake: explainNotDurable(store, opened.settings) };
    case "unusable":
      return { kind: "unusable", mistake: explainUnusable(store, opened.reason) };
  }
}

/**
 * Refuses a store that was never used if a store that a restore replaced is beside it, because the replaced store has
 * the leads.
 */
async function unlessCreatedByMistake(store: Store, opened: Open): Promise<OpenedStore> {
  const replaced = store.kind === "sqlite" ? findReplaced(store.folder) : [];
  if (replaced.length === 0 || !(await isUnused(opened.database))) return opened;
  await opened.database.destroy();
  return { kind: "unusable", mistake: explainMissing(store, replaced) };
}

function explainMissing(store: Store, copies: readonly LeftCopy[]): string {
  const paths = copies.map(({ path }) => path);
  const newest = copies.filter(({ kind }) => kind === "replaced").at(-1);
  const advice = newest
    ? `Bring the newest back with: npm run leads -- restore ${newest.path}   Or, if you need none of them, move them to another folder.`
    : "Run that restore again. Or, if you need none of them, remove them.";
  return `There are no leads in ${describeStore(store)}, but a restore left ${paths.join(", ")} beside it. ${advice}`;
}

function explainNotDurable(store: Store, settings: string[]): string {
  const off = settings.map((name) => `${name} = off`).join(", ");
  return `Leads would not be safe in ${describeStore(store)} (${off}): a power cut could take sign-ups that were already acknowledged. Set ${settings.join(" and ")} to on there, or correct DATABASE_URL in .env.`;
}

function explainUnusable(store: Store, reason: string): string {
  const where = describeStore(store);
  switch (store.kind) {
    case "sqlite":
      return `Leads cannot be kept in ${where} (${reason}). Make the folder readable and writable for this user, or set DATA_DIR in .env to another.`;
    case "postgres":
      return `Leads cannot be kept in ${where} (${reason}). Start that server, or correct DATABASE_URL in .env.`;
  }
}
