import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { isAroundClass, phaseAt } from "#event/phase.ts";
import { minuteMs } from "#event/time-zone.ts";
import type { TroubleName } from "#phrases/troubles.ts";
import { findRepeatedCopies, isLate } from "#server/copies/repeated-copies.ts";
import { sumMinutes } from "#server/store/counts/read-counts.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import { countParked } from "#server/store/deliveries/again.ts";
import { alarmAfterMs, findUndelivered, waitedMs } from "#server/store/deliveries/undelivered.ts";
import { isNearlyFull, isSaidFull, listGroups } from "#server/store/groups/groups.ts";
import type { Database } from "#server/store/tables.ts";

export type StoreDeps = {
  database: Database;
  /** The clock of the store, which all processes share. */
  storeClock: () => Promise<number>;
  event: EventPlan;
  override: () => Override | undefined;
  /** Whether this server has the settings of ActiveCampaign: without them leads wait on purpose. */
  delivers: boolean;
};

/** Without a sign-up for this long around the class, although there were views, sign-ups may be broken. */
const quietMinutes = 10;
/** Fewer views may come from people who have signed up before. */
const minViews = 20;

/** The troubles that the tables show. `lasting` are those that have not ended. */
export async function findInStore(
  deps: StoreDeps,
  lasting: ReadonlySet<string>,
): Promise<TroubleName[]> {
  const { database } = deps;
  const now = await deps.storeClock();
  const found = [
    ...(await findInDeliveries(deps, lasting, now)),
    ...(await findInGroups(database, lasting)),
  ];
  if ((await countParked(database)) > 0) found.push("lead-recusado");
  if (await isQuiet(deps, now)) found.push("sem-inscricoes");
  const copies = await findRepeatedCopies(database);
  if (copies.some((copy) => isLate(copy, now))) found.push("copias-atrasadas");
  return found;
}

/**
 * An outage of ActiveCampaign is one trouble: leads that are late while the circuit is tripped, or since then, prolong
 * it, and begin no second one.
 */
async function findInDeliveries(
  { database, delivers }: StoreDeps,
  lasting: ReadonlySet<string>,
  now: number,
): Promise<TroubleName[]> {
  const { tripped } = await readCircuit(database);
  const { oldestAt } = await findUndelivered(database);
  const isLate = delivers && waitedMs(oldestAt, now) > alarmAfterMs;
  const isOut = tripped !== undefined || (isLate && lasting.has("activecampaign-nao-aceita"));
  const found: TroubleName[] = [];
  if (isOut) found.push("activecampaign-nao-aceita");
  if (isLate && (!isOut || lasting.has("entrega-atrasada"))) found.push("entrega-atrasada");
  return found;
}

/** Groups that fill up while the operator knows that they will are still the same trouble. */
async function findInGroups(
  database: Database,
  lasting: ReadonlySet<string>,
): Promise<TroubleName[]> {
  const groups = await listGroups(database);
  const found: TroubleName[] = groups.some(isSaidFull) ? ["grupo-talvez-cheio"] : [];
  if (!isNearlyFull(groups)) return found;
  const isOpen = groups.some(({ state }) => state === "open");
  if (isOpen || lasting.has("grupos-quase-cheios")) found.push("grupos-quase-cheios");
  if (!isOpen) found.push("grupos-cheios");
  return found;
}

async function isQuiet({ database, event, override }: StoreDeps, now: number): Promise<boolean> {
  if (!isAroundClass(phaseAt(event, now, override()))) return false;
  const since = Math.floor(now / minuteMs - quietMinutes) * minuteMs;
  const { views, signUps } = await sumMinutes(database, { since, to: now });
  return signUps === 0 && views >= minViews;
}
