import { resolve } from "node:path";
import { store as phrases } from "#phrases/store.ts";
import { findOrphans, type LeftCopy } from "#server/copies/left-copies.ts";
import {
  describeStore,
  type OpenOptions,
  openDatabase,
  type Store,
} from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/tables.ts";

export type OpenedStore =
  | { kind: "open"; database: Database }
  | { kind: "unusable"; mistake: string };

/** Opens the store, or says what the operator can do. Creates no empty store if a restore left the real one beside it. */
export async function openStore(store: Store, options: OpenOptions = {}): Promise<OpenedStore> {
  const orphans = store.kind === "sqlite" ? findOrphans(store.folder) : [];
  if (orphans.length > 0) return { kind: "unusable", mistake: explainOrphans(store, orphans) };
  const opened = await openDatabase(store, options);
  switch (opened.kind) {
    case "open":
      return opened;
    case "missing":
      return { kind: "unusable", mistake: explainMissing(store) };
    case "not-durable":
      return {
        kind: "unusable",
        mistake: phrases.notDurable(describeStore(store), opened.settings),
      };
    case "older":
      return { kind: "unusable", mistake: explainOlder(store) };
    case "unusable":
      return { kind: "unusable", mistake: explainUnusable(store, opened.reason) };
  }
}

/**
 * Opens the store for a command. Only the server creates a store: a command that created one, because DATA_DIR names
 * another folder, would show no leads where there are many.
 */
export function openExistingStore(store: Store): Promise<OpenedStore> {
  return openStore(store, { onlyExisting: true });
}

function explainOrphans(store: Store, copies: readonly LeftCopy[]): string {
  const paths = copies.map(({ path }) => path);
  const newest = copies.filter(({ kind }) => kind === "replaced").at(-1);
  const advice = newest ? phrases.bringBack(newest.path) : phrases.restoreAgain;
  return `${phrases.onlyCopies(describeStore(store), paths)} ${advice}`;
}

function explainMissing(store: Store): string {
  switch (store.kind) {
    case "sqlite":
      return phrases.missingFolder(resolve(store.folder));
    case "postgres":
      return phrases.missingTables(describeStore(store));
  }
}

function explainOlder(store: Store): string {
  const begin = store.kind === "sqlite" ? phrases.anotherFolder : phrases.anotherDatabase;
  return phrases.older(describeStore(store), begin);
}

function explainUnusable(store: Store, reason: string): string {
  switch (store.kind) {
    case "sqlite":
      return phrases.unusableFolder(describeStore(store), reason);
    case "postgres":
      return phrases.unusablePostgres(describeStore(store), reason);
  }
}
