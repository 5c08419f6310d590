import { join } from "node:path";
import Database from "better-sqlite3";

/** The e-mails of the sign-ups in the file, from a file that is whole. */
export function storedEmails(folder: string): Set<string> {
  const database = new Database(join(folder, "leads.sqlite"), { fileMustExist: true });
  try {
    const check = database.pragma("integrity_check", { simple: true });
    if (check !== "ok") throw new Error(`leads.sqlite is broken: ${check}`);
    const emails = database.prepare<[], string>("select email from submissions").pluck().all();
    return new Set(emails);
  } finally {
    database.close();
  }
}

/** No two sign-ups of a test have the same e-mail. */
export function emailSequence(): () => string {
  let number = 0;
  return () => `visitor-${++number}@example.com`;
}

export function missingFrom(stored: Set<string>, expected: Iterable<string>): string[] {
  return [...expected].filter((email) => !stored.has(email));
}
