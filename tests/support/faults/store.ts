import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { createTemporaryFolder, queryPostgres } from "#tests/support/store/temporary-database.ts";

/** A folder for the SQLite file; the folder is deleted after the test. */
export async function sqliteFolder(): Promise<string> {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  return store.folder;
}

/** The e-mails of the stored sign-ups. Throws if the file is damaged. */
export function emailsInSqlite(folder: string): Set<string> {
  const database = new Sqlite(join(folder, "leads.sqlite"), { fileMustExist: true });
  try {
    const check = database.pragma("integrity_check", { simple: true });
    if (check !== "ok") throw new Error(`leads.sqlite is damaged: ${check}`);
    const emails = database.prepare<[], string>("select email from submissions").pluck().all();
    return new Set(emails);
  } finally {
    database.close();
  }
}

export async function emailsInPostgres(url: string): Promise<Set<string>> {
  const rows = await queryPostgres(url, "select email from submissions");
  return new Set(rows.map(({ email }) => String(email)));
}

/** Counts rows in Postgres: `rows` is a table, optionally with a condition. */
export async function countInPostgres(url: string, rows: string): Promise<number> {
  const [found] = await queryPostgres(url, `select count(*) from ${rows}`);
  return Number(found?.["count"]);
}

/** Returns a function that returns a different e-mail at each call. */
export function emailSequence(): () => string {
  let number = 0;
  return () => `visitor-${++number}@example.com`;
}

export function missingFrom(stored: Set<string>, expected: Iterable<string>): string[] {
  return [...expected].filter((email) => !stored.has(email));
}

/**
 * Writes to the store in a second process and kills this process, so that the data stays in SQLite's write-ahead log.
 */
export async function writeFromOutside(folder: string): Promise<void> {
  const program = `
    const file = new (require("better-sqlite3"))(process.argv[1]);
    file.exec("create table outside (x)");
    process.kill(process.pid, "SIGKILL");`;
  const outside = spawn(process.execPath, ["-e", program, join(folder, "leads.sqlite")]);
  const [, signal] = await once(outside, "exit");
  if (signal !== "SIGKILL") throw new Error("The other program could not write.");
}
