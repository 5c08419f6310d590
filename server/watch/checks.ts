import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { isAfter, isAroundClass, phaseAt } from "#event/phase.ts";
import { hourMs, minuteMs, wallClock } from "#event/time-zone.ts";
import type { TroubleName } from "#phrases/alarms.ts";
import { isLate, readLastCopy } from "#server/copies/last-copy.ts";
import { readCounts, readMinutes, type StepCount, timesOf } from "#server/figures/queries.ts";
import { isNearlyFull, isSaidFull, listGroups } from "#server/groups/groups.ts";
import { newestOf } from "#server/store/action-log.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import {
  alarmAfterMs,
  countParked,
  findUndelivered,
  waitedMs,
} from "#server/store/deliveries/progress.ts";
import type { Database } from "#server/store/row-types.ts";

/** What a look can see. */
export type Sight = {
  now: number;
  database: Database;
  event: EventPlan;
  override: Override | undefined;
  /** Whether this server has the settings of ActiveCampaign: without them leads wait on purpose. */
  delivers: boolean;
  /** The free share of the disk of the store's folder; undefined on Postgres, where no sign-up needs this machine's disk. */
  diskFreeShare: (() => Promise<number>) | undefined;
  /** The troubles that have not ended. */
  lasting: ReadonlySet<string>;
};

export type Check = {
  name: TroubleName;
  /**
   * Whether the trouble is there; undefined if that cannot be seen now, so that nothing begins and nothing ends. `found`
   * holds what the checks before this one have answered.
   */
  find(
    sight: Sight,
    found: ReadonlyMap<TroubleName, boolean | undefined>,
  ): Promise<boolean | undefined>;
};

const minFreeShare = 0.1;

/** What a process finds on its own machine, also while the store fails. */
export const machineChecks: readonly Check[] = [
  {
    name: "disco-quase-cheio",
    async find({ diskFreeShare }) {
      if (diskFreeShare === undefined) return false;
      const isLow = (share: number) => share < minFreeShare;
      return diskFreeShare().then(isLow, () => undefined);
    },
  },
];

/** What the tables show. */
export const storeChecks: readonly Check[] = [
  {
    name: "activecampaign-nao-aceita",
    // Leads that are late since ActiveCampaign is back still belong to its outage.
    async find(sight) {
      const { tripped } = await readCircuit(sight.database);
      if (tripped !== undefined) return true;
      return sight.lasting.has("activecampaign-nao-aceita") && isDeliveryLate(sight);
    },
  },
  {
    name: "entrega-atrasada",
    async find(sight, found) {
      const isOutage = found.get("activecampaign-nao-aceita") === true;
      return (!isOutage || sight.lasting.has("entrega-atrasada")) && isDeliveryLate(sight);
    },
  },
  {
    name: "grupos-cheios",
    async find({ database }) {
      const groups = await listGroups(database);
      return isNearlyFull(groups) && !groups.some(({ state }) => state === "open");
    },
  },
  {
    name: "grupos-quase-cheios",
    // Groups that fill up while the operator knows that they will are still the same trouble.
    async find({ database, lasting }, found) {
      const isFull = found.get("grupos-cheios") === true;
      return (
        (!isFull || lasting.has("grupos-quase-cheios")) && isNearlyFull(await listGroups(database))
      );
    },
  },
  {
    name: "grupo-talvez-cheio",
    find: async ({ database }) => (await listGroups(database)).some(isSaidFull),
  },
  {
    name: "lead-recusado",
    // The operator has left those as they are that were refused before.
    find: async ({ database }) =>
      (await countParked(database, (await newestOf(database, "refused left"))?.at)) > 0,
  },
  {
    name: "apagamento-parado",
    find: async ({ database }) =>
      (await database.selectFrom("retention").select("waits").executeTakeFirst())?.waits === 1,
  },
  { name: "sem-inscricoes", find: isQuiet },
  { name: "muitos-erros", find: hasManyErrors },
  {
    name: "copias-atrasadas",
    find: async ({ database, now }) => isLate(await readLastCopy(database), now),
  },
];

async function isDeliveryLate({ database, delivers, now }: Sight): Promise<boolean> {
  if (!delivers) return false;
  const { oldestAt } = await findUndelivered(database);
  return waitedMs(oldestAt, now) > alarmAfterMs;
}

/** So long without a sign-up, although there were views: sign-ups may be broken. */
const quietMs = 10 * minuteMs;
/** A page with fewer visits than this in three hours shows nothing by its silence. */
const maxQuietMs = 3 * hourMs;
/** Around the class fewer views may come from people who have signed up before. */
const minViews = 20;
/** At other times so many sign-ups have to be missing: by chance all of them are once in 20,000 times. */
const minMissing = 10;
/** A page on which fewer of a hundred sign up, or none since it is there, is measured by this share. */
const minShare = 0.05;

async function isQuiet(sight: Sight): Promise<boolean | undefined> {
  const { database, event, override, now } = sight;
  const phase = phaseAt(event, now, override);
  if (isAfter(phase)) return false;
  if (isNight(sight)) return undefined;
  const counts = await readMinutes(database, now - maxQuietMs);
  const minutes = counts.filter(({ minute }) => minute < now);
  const newest = minutes.findLast(({ step, n }) => step === "kept" && n > 0)?.minute ?? 0;
  if (newest >= Math.floor((now - quietMs) / minuteMs) * minuteMs) return false;
  const views = timesOf(
    "view",
    minutes.filter(({ minute }) => minute > newest),
  );
  if (isAroundClass(phase)) return views >= minViews;
  if (views < minMissing) return false;
  const all = await readCounts(database, now);
  const share = Math.max(timesOf("kept", all) / timesOf("view", all), minShare);
  return isKnown(all) && views * share >= minMissing;
}

const errorsMs = 10 * minuteMs;
/** One visitor who tries again and again sends fewer. */
const minSent = 20;
const maxErrorShare = 0.5;

async function hasManyErrors(sight: Sight): Promise<boolean | undefined> {
  if (isNight(sight)) return undefined;
  const { database, now } = sight;
  const minutes = await readMinutes(database, now - errorsMs);
  // The form in the page also asks for its tick by an error.
  const popup = minutes.filter(({ surface }) => surface === "popup");
  const sent = timesOf("sent", popup);
  if (sent < minSent || timesOf("error-shown", popup) <= sent * maxErrorShare) return false;
  return isKnown(await readCounts(database, now));
}

/** Before its first hundred visits a page is being tried out. */
function isKnown(counts: readonly StepCount[]): boolean {
  return timesOf("view", counts) >= 100;
}

/** From 22:00 to 8:00, except around the class, few visit, and the operator sleeps. */
function isNight({ event, override, now }: Sight): boolean {
  const hour = wallClock(now, event.timeZone).getUTCHours();
  return (hour < 8 || hour >= 22) && !isAroundClass(phaseAt(event, now, override));
}
