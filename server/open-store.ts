import type { Database } from "#server/storage/tables.ts";
import {
  findOrphans,
  findReplaced,
  isUnused,
  type LeftCopy,
} from "./storage/backup/left-copies.ts";
import { describeStore, openDatabase, type Store } from "./storage/connection/open-database.ts";
import type { OpenOptions } from "./storage/connection/sqlite.ts";

type Open = { kind: "open"; database: Database };
export type OpenedStore = Open | { kind: "unusable"; mistake: string };

/** Opens the store, or says what to do. If only a replaced store is left, it does not create an empty one. */
export async function openStore(store: Store, options: OpenOptions = {}): Promise<OpenedStore> {
  const orphans = store.kind === "sqlite" ? findOrphans(store.folder) : [];
  if (orphans.length > 0) return { kind: "unusable", mistake: explainMissing(store, orphans) };
  const opened = await openDatabase(store, options);
  switch (opened.kind) {
    case "open":
      return unlessHiding(store, opened);
    case "not-durable":
      return { kind: "unusable", mistake: explainForgetful(store, opened.settings) };
    case "unusable":
      return { kind: "unusable", mistake: explain(store, opened.reason) };
  }
}

/** Refuses a store that was never used if a replaced one is beside it: it was created by mistake, and the other has the leads. */
async function unlessHiding(store: Store, opened: Open): Promise<OpenedStore> {
  const hidden = store.kind === "sqlite" ? findReplaced(store.folder) : [];
  if (hidden.length === 0 || !(await isUnused(opened.database))) return opened;
  await opened.database.destroy();
  return { kind: "unusable", mistake: explainMissing(store, hidden) };
}

function explainMissing(store: Store, copies: readonly LeftCopy[]): string {
  const paths = copies.map(({ path }) => path);
  const replaced = copies.filter(({ kind }) => kind === "replaced").at(-1);
  const todo = replaced
    ? `Bring the newest back with: npm run leads -- restore ${replaced.path}   Or, if you need none of them, move them to another folder.`
    : "Run that restore again. Or, if you need none of them, remove them.";
  return `There are no leads in ${describeStore(store)}, but a restore left ${paths.join(", ")} beside it. ${todo}`;
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
