import { alarmOf, alarmOverOf, type TroubleName } from "#phrases/troubles.ts";
import type { Log } from "#server/log.ts";
import {
  absentMs,
  endTrouble,
  noteTrouble,
  readTroubles,
  recordTold,
  type TroubleRow,
} from "#server/store/panel/troubles.ts";
import type { Database } from "#server/store/tables.ts";
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

type KeepDeps = { database: Database; log: Log; steadyClock: () => number };

export const outageName = "gravacao-parada";

/** The other alarms are logged where they are found: by a request or by the courier. */
const foundByWatch: readonly TroubleName[] = [
  "disco-quase-cheio",
  "grupos-cheios",
  "grupos-quase-cheios",
  "grupo-talvez-cheio",
  "sem-inscricoes",
  "copias-atrasadas",
  "relogio-errado",
  "certificado-vencendo",
];
/** The courier logs the end of the other ones. */
const endedByWatch: readonly TroubleName[] = [...foundByWatch, outageName, "lead-recusado"];

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
    const isTold = name === outageName && known.outage?.isTold === true;
    const hasBegun = await note(database, { name, isTold }, now);
    if (hasBegun && foundByWatch.includes(name)) log.error({ alarm: name }, alarmOf(name).message);
  }
  known.outage = undefined;
  known.found = names;
  known.goodSince ??= steadyClock();
  if (steadyClock() - known.goodSince >= absentMs)
    for (const name of lastingIn(known.rows))
      if (!known.found.has(name)) await end({ database, log }, name, now);
  known.rows = await readTroubles(database);
}

/** In one transaction: another process must not read a trouble that was told as untold, and tell it again. */
function note(
  database: Database,
  { name, isTold }: { name: TroubleName; isTold: boolean },
  now: number,
): Promise<boolean> {
  return database.transaction().execute(async (writing) => {
    const hasBegun = await noteTrouble(writing, name, now);
    if (isTold) await recordTold(writing, { name, state: "began" }, now);
    return hasBegun;
  });
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
