import { onTestFinished } from "vitest";
import { openDatabase } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import { createMigratedDatabase } from "./temporary-database.ts";

/** A real, empty store in Postgres, opened as in production, and its URL. The store is deleted when the test ends. */
export async function openPostgresStore(): Promise<{ url: string; database: Database }> {
  const { store, remove } = await createMigratedDatabase();
  const database = await openDatabase(store);
  onTestFinished(async () => {
    await database.destroy();
    await remove();
  });
  return { url: store.url, database };
}
