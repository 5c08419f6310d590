import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { isAroundClass, phaseAt } from "#event/phase.ts";
import { dayMs, minuteMs } from "#event/time-zone.ts";
import type { TroubleName } from "#phrases/alarms.ts";
import { findRepeatedCopies, isLate } from "#server/copies/late-copies.ts";
import { sumMinutes } from "#server/figures/queries.ts";
import { isNearlyFull, isSaidFull, listGroups } from "#server/groups/groups.ts";
import { newestTimeOf } from "#server/store/action-log.ts";
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
  /** The free share of the disk of the store's folder; on Postgres of the server's own disk. */
  diskFreeShare: () => Promise<number>;
  /** When the certificate of the public address ends; undefined as long as it could not be asked. */
  certificateEnd: number | undefined;
  isClockOff: boolean;
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
const minCertificateMs = 7 * dayMs;

/** What a process finds on its own machine, also while the store fails. */
export const machineChecks: readonly Check[] = [
  {
    name: "disco-quase-cheio",
    find: ({ diskFreeShare }) =>
      diskFreeShare().then(
        (share) => share < minFreeShare,
        () => undefined,
      ),
  },
  {
    name: "certificado-vencendo",
    find: async ({ certificateEnd, now }) =>
      certificateEnd === undefined ? undefined : certificateEnd - now < minCertificateMs,
  },
  { name: "relogio-errado", find: async ({ isClockOff }) => isClockOff },
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
      (await countParked(database, await newestTimeOf(database, "refused left"))) > 0,
  },
  { name: "sem-inscricoes", find: isQuiet },
  {
    name: "copias-atrasadas",
    find: async ({ database, now }) =>
      (await findRepeatedCopies(database)).some((copy) => isLate(copy, now)),
  },
  {
    name: "copias-nao-restauram",
    find: async ({ database }) =>
      (await findRepeatedCopies(database)).some(({ unproved }) => unproved !== null),
  },
];

async function isDeliveryLate({ database, delivers, now }: Sight): Promise<boolean> {
  if (!delivers) return false;
  const { oldestAt } = await findUndelivered(database);
  return waitedMs(oldestAt, now) > alarmAfterMs;
}

/** Without a sign-up for this long around the class, although there were views, sign-ups may be broken. */
const quietMinutes = 10;
/** Fewer views may come from people who have signed up before. */
const minViews = 20;

async function isQuiet({ database, event, override, now }: Sight): Promise<boolean> {
  if (!isAroundClass(phaseAt(event, now, override))) return false;
  const since = Math.floor(now / minuteMs - quietMinutes) * minuteMs;
  const { views, signUps } = await sumMinutes(database, { since, to: now });
  return signUps === 0 && views >= minViews;
}
