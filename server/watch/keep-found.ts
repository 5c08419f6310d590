import type { Logger } from "pino";
import { alarmOf, alarmOverOf, type TroubleName } from "#phrases/troubles.ts";
import {
  absentMs,
  endTrouble,
  noteTrouble,
  readTroubles,
  recordTold,
  type TroubleRow,
} from "#server/storage/panel/troubles.ts";
import type { Database } from "#server/storage/tables.ts";
import { isTroubleName } from "./trouble.ts";

/** What a process knows from its looks until now. */
export type Known = {
  /** The table as it was read last. */
  rows: readonly TroubleRow[];
  /** The troubles that this process has found at its last look. */
  found: ReadonlySet<string>;
  /** Since when the store fails, which no table can hold, and whether the operator was told. */
  outage: { at: number; isTold: boolean } | undefined;
  /** Since when every look has succeeded, by the steady clock. */
  goodSince: number | undefined;
};

type KeepDeps = { database: Database; log: Logger; steadyClock: () => number };

export const outageName = "gravacao-parada";

/** The other alarms are logged where they are found: by a request or by the courier. */
const foundByWatch: readonly TroubleName[] = [
  "disco-quase-cheio",
  "sem-inscricoes",
  "relogio-errado",
  "certificado-vencendo",
];
/** The courier logs the end of the other ones. */
const endedByWatch: readonly TroubleName[] = [
  ...foundByWatch,
  outageName,
  "grupos-cheios",
  "grupos-quase-cheios",
  "lead-recusado",
];

/**
 * Keeps what was found in the table, from which all processes tell. A trouble ends only after a minute of good looks:
 * after an outage or a start, other processes may not yet have noted what they find.
 */
export async function keepFound(
  { database, log, steadyClock }: KeepDeps,
  known: Known,
  { found, now }: { found: readonly TroubleName[]; now: number },
): Promise<void> {
  const names = new Set(known.outage === undefined ? found : ([...found, outageName] as const));
  for (const name of names) {
    const hasBegun = await noteTrouble(database, name, now);
    if (hasBegun && foundByWatch.includes(name)) log.error({ alarm: name }, alarmOf(name).message);
  }
  if (known.outage?.isTold) await recordTold(database, { name: outageName, state: "began" }, now);
  known.outage = undefined;
  known.found = names;
  known.goodSince ??= steadyClock();
  if (steadyClock() - known.goodSince >= absentMs)
    for (const name of lastingIn(known.rows))
      if (!known.found.has(name)) await end({ database, log }, name, now);
  known.rows = await readTroubles(database);
}

export function lastingIn(rows: readonly TroubleRow[]): string[] {
  return rows.filter(({ over_at }) => over_at === null).map(({ name }) => name);
}

async function end(
  { database, log }: Pick<KeepDeps, "database" | "log">,
  name: string,
  now: number,
): Promise<void> {
  const hasEnded = await endTrouble(database, name, now);
  if (!hasEnded || !isTroubleName(name) || !endedByWatch.includes(name)) return;
  const { alarmOver, message } = alarmOverOf(name);
  log.info({ alarmOver }, message);
}
