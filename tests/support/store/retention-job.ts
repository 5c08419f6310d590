import pino from "pino";
import { onTestFinished } from "vitest";
import { runRetention } from "#server/retention-job.ts";
import { saveTrustedTime } from "#server/storage/erasure/trusted-clock.ts";
import { appendSubmissions, type Submission } from "#server/storage/submissions/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { type Engine, openTemporaryDatabase } from "./temporary-database.ts";

export const dayMs = 24 * 60 * 60_000;
export const now = 1_000 * dayMs;

export async function open(engine: Engine): Promise<Database> {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return database;
}

export function signUp(
  database: Database,
  { email, ...rest }: Partial<Submission> & { email: string },
) {
  const lead = { name: "Ana Lima", email, whatsapp: "(11) 98765-4321" };
  const submission = { lead, surface: "popup", receivedAt: now, ...rest } as const;
  return appendSubmissions(database, [submission]);
}

/** Runs retention one hour after its last look. */
export async function tidy(
  database: Database,
  retentionDays: number | undefined,
  lines: string[] = [],
): Promise<void> {
  const log = pino({}, { write: (line) => lines.push(line) });
  await saveTrustedTime(database, now - 60 * 60_000);
  await runRetention(
    { database, log, clock: () => now, retentionDays },
    new AbortController().signal,
  );
}

export async function signedUp(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("submissions").select("email").orderBy("id").execute();
  return rows.map(({ email }) => email);
}

export async function leads(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("leads").select("email").orderBy("email").execute();
  return rows.map(({ email }) => email);
}
