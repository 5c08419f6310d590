import { pino } from "pino";
import { onTestFinished } from "vitest";
import { messages } from "#content/messages.ts";
import { connectActiveCampaign } from "#server/delivery/active-campaign/client.ts";
import { createTagIds } from "#server/delivery/active-campaign/tags.ts";
import { type Courier, type CourierDeps, createCourier } from "#server/delivery/courier.ts";
import { appendSubmissions, type Submission } from "#server/storage/submissions/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { accountLimits } from "#tests/support/fake-active-campaign/limits.ts";
import {
  type FakeActiveCampaign,
  type FakeOptions,
  startFakeActiveCampaign,
} from "#tests/support/fake-active-campaign/start.ts";
import { type Engine, openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";

export const target = { list: "2", tags: ["black", "new"] };

type Clock = { now: number };
export type Delivering = {
  database: Database;
  fake: FakeActiveCampaign;
  clock: Clock;
  courier: Courier;
  /** Another process's. */
  newCourier(special?: Special): Courier;
  signUp(...people: Partial<Person>[]): Promise<void>;
  deliveries(): ReturnType<typeof deliveries>;
  /** What the log said at level error: the operator's alarms. */
  alarms: string[];
  /** Passes until nothing is left that could be done at once. */
  carryOn(): Promise<void>;
  /** As `carryOn`, with the clock going on while nothing can be done, for so long at the most. */
  carryOnFor(ms: number): Promise<void>;
};
type Special = {
  configured?: boolean;
  /** How long an answer may take, in real time. */
  patienceMs?: number;
  random?: () => number;
};
type Person = { name: string; email: string; whatsapp: string } & Pick<
  Submission,
  "surface" | "receivedAt"
>;

const ana = { name: "Ana Maria Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" };
export const launchAt = Date.parse("2026-11-11T20:00:00-03:00");
const idleSteps = 60;
const patient = 10_000;

/** A store, a courier and the fake at the vendor's limits, all by one clock that waiting moves on. */
export async function startDelivering(
  engine: Engine = "sqlite",
  { patienceMs = patient, random, ...options }: FakeOptions & Special = {},
): Promise<Delivering> {
  const clock = { now: launchAt };
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  const fake = await startFakeActiveCampaign({
    ...accountLimits,
    clock: () => clock.now,
    ...options,
  });
  onTestFinished(() => fake.stop());
  const alarms: string[] = [];
  const log = pino({ level: "error" }, { write: (line) => void alarms.push(JSON.parse(line).msg) });
  const newCourier = ({ configured = true, patienceMs = patient }: Special = {}) => {
    const delivery = configured ? deliveryTo(fake.url, patienceMs) : undefined;
    return courierTo(database, clock, delivery, { log, ...(random && { random }) });
  };
  const courier = newCourier({ patienceMs });
  return {
    ...{ database, fake, clock, courier, newCourier, alarms },
    signUp: (...people) => signUp(database, clock, people),
    deliveries: () => deliveries(database),
    carryOn: () => carryOn(courier),
    async carryOnFor(ms) {
      const until = clock.now + ms;
      for (;;) {
        await carryOn(courier);
        if (clock.now >= until || (await countUndelivered(database)) === 0) return;
        clock.now += ms / idleSteps;
      }
    },
  };
}

export function courierTo(
  database: Database,
  clock: Clock,
  delivery: CourierDeps["delivery"],
  { log = pino({ level: "silent" }), random = (): number => 1 } = {},
): Courier {
  return createCourier({
    ...{ database, delivery, log, random },
    clock: () => Promise.resolve(clock.now),
    sleep(ms) {
      clock.now += ms;
      return Promise.resolve();
    },
  });
}

export function deliveryTo(url: string, patienceMs = patient) {
  const settings = { url, token: "fake-token", ...target };
  const limits = { answerMs: patienceMs, bytes: 1_000_000 };
  return {
    activeCampaign: connectActiveCampaign(settings, { fetch, limits }),
    target: { ...target, tagIds: createTagIds() },
  };
}

async function signUp(
  database: Database,
  { now }: Clock,
  people: readonly Partial<Person>[],
): Promise<void> {
  const submissions = people.map(({ surface = "popup", receivedAt = now, ...lead }) => ({
    lead: { ...ana, ...lead },
    surface,
    ...(surface === "page" && { wording: messages.wordings.current.consent }),
    receivedAt,
  }));
  await appendSubmissions(database, submissions);
}

function deliveries(database: Database) {
  return database.selectFrom("deliveries").selectAll().orderBy("lead_id").execute();
}

async function carryOn(courier: Courier): Promise<void> {
  while (await courier.runPass());
}

async function countUndelivered(database: Database): Promise<number> {
  const rows = await database
    .selectFrom("deliveries")
    .select("lead_id")
    .where("state", "not in", ["delivered", "parked"])
    .limit(1)
    .execute();
  return rows.length;
}
