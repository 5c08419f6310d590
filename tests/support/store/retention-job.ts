import pino from "pino";
import { retentionJob } from "#server/retention-job.ts";
import type { Database } from "#server/store/row-types.ts";
import { appendSubmissions, type Submission } from "#server/store/submissions/submissions.ts";
import { ana } from "#tests/support/people.ts";

export const dayMs = 24 * 60 * 60_000;
export const now = 1_000 * dayMs;

export function signUp(
  database: Database,
  { email, ...rest }: Partial<Submission> & { email: string },
) {
  const lead = { ...ana, email };
  const submission = { lead, surface: "popup", receivedAt: now, ...rest } as const;
  return appendSubmissions(database, [submission]);
}

/** A server that asks no other machine for the time. */
export function retentionServer(database: Database, retentionDays?: number) {
  const alerts = { url: undefined, heartbeatUrl: undefined };
  const config = { retentionDays, activeCampaign: undefined, alerts };
  return { database, config, clock: () => now, steadyClock: () => 0, fetch };
}

/** Sign-ups of many people, in one commit. */
export function signUpMany(
  database: Database,
  count: number,
  emailOf: (index: number) => string,
  receivedAt: number,
) {
  const all = Array.from({ length: count }, (_, index) => ({ ...ana, email: emailOf(index) }));
  const surface = "popup" as const;
  return appendSubmissions(
    database,
    all.map((lead) => ({ lead, surface, receivedAt })),
  );
}

/** Runs retention at a time that the network confirms; with `stopped`, only one batch of each kind. */
export async function runRetentionOnce(
  database: Database,
  retentionDays: number | undefined,
  lines: string[] = [],
  stopped = new AbortController().signal,
): Promise<void> {
  const log = pino({}, { write: (line) => lines.push(line) });
  const server = { ...retentionServer(database, retentionDays), log };
  await retentionJob(server, async () => now).run(stopped);
}

export async function signedUp(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("submissions").select("email").orderBy("id").execute();
  return rows.map(({ email }) => email);
}

export async function leads(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("leads").select("email").orderBy("email").execute();
  return rows.map(({ email }) => email);
}
