import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import { messages } from "#content/messages.ts";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import {
  type FakeActiveCampaign,
  type FakeOptions,
  startFakeActiveCampaign,
} from "#fake-active-campaign/start.ts";
import { createFieldIds } from "#server/active-campaign/fields.ts";
import { idleMs } from "#server/delivery/courier.ts";
import type { Database } from "#server/store/schema.ts";
import { appendSubmissions, type Submission } from "#server/store/submissions.ts";
import { ana } from "#tests/support/people.ts";
import { type Engine, openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import {
  createTestCourier,
  deliveryTo,
  noFieldIds,
  type SimulatedClock,
  type TestCourier,
} from "./test-courier.ts";

export const launchAt = Date.parse("2026-11-11T20:00:00-03:00");

export type Delivering = {
  database: Database;
  fake: FakeActiveCampaign;
  clock: SimulatedClock;
  courier: TestCourier;
  /** Ends the lease of the present courier, as if the courier had died half a minute ago. */
  endLease(): Promise<unknown>;
  /** Creates one more courier on the same store, as if in another server process. */
  newCourier(options?: CourierOptions): TestCourier;
  signUp(...people: Partial<Person>[]): Promise<void>;
  deliveries(): ReturnType<typeof deliveries>;
  /** The names of the alarms in the log, one for each line at level error. */
  alarms: string[];
  /** Runs the courier until it can do no more work without waiting. */
  runUntilIdle(): Promise<void>;
  /**
   * Runs the courier until all leads are delivered or parked, or for at most `ms` of the clock. Whenever the courier is
   * idle, the clock is set forward.
   */
  runFor(ms: number): Promise<void>;
  /** Runs the courier as a server does: it rests for one second after each pass over the leads. */
  runUntil(isOver: () => boolean | Promise<boolean>): Promise<void>;
};

type CourierOptions = {
  configured?: boolean;
  /** The longest wait of the courier for an answer of the fake ActiveCampaign, in milliseconds of real time. */
  maxAnswerMs?: number;
  random?: () => number;
};
type Person = typeof ana & Pick<Submission, "surface" | "receivedAt">;

const idleSteps = 20;
/** pino's number for the log level "error". */
const errorLevel = 50;

/** Starts a store, a courier, and the fake ActiveCampaign with its real limits. All three use one simulated clock. */
export async function startDelivering(
  engine: Engine = "sqlite",
  { maxAnswerMs, random, ...fakeOptions }: FakeOptions & CourierOptions = {},
): Promise<Delivering> {
  const clock: SimulatedClock = { now: launchAt };
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  const fakeClock = () => clock.now;
  const fake = await startFakeActiveCampaign({
    ...accountLimits,
    clock: fakeClock,
    ...fakeOptions,
  });
  onTestFinished(() => fake.stop());
  const alarms: string[] = [];
  const personal: string[] = [];
  const write = (line: string) => {
    const { level, alarm } = JSON.parse(line);
    if (level >= errorLevel) alarms.push(alarm);
    if (line.includes("@")) personal.push(line);
  };
  const log = pino({ level: "info" }, { write });
  onTestFinished(() => expect(personal, "lines of the log with an e-mail").toEqual([]));
  const newCourier = ({ configured = true, ...options }: CourierOptions = {}) => {
    const fieldIds = fakeOptions.fields ? createFieldIds(fakeClock) : noFieldIds;
    const delivery = configured ? deliveryTo(fake.url, { ...options, fieldIds }) : undefined;
    return createTestCourier(database, clock, delivery, { log, ...(random && { random }) });
  };
  const courier = newCourier({ ...(maxAnswerMs && { maxAnswerMs }) });
  return {
    database,
    fake,
    clock,
    courier,
    newCourier,
    endLease: () => database.updateTable("courier").set({ expires_at: 1 }).execute(),
    alarms,
    signUp: (...people) => signUp(database, clock, people),
    deliveries: () => deliveries(database),
    runUntilIdle: courier.runUntilIdle,
    async runFor(ms) {
      const until = clock.now + ms;
      for (;;) {
        await courier.runUntilIdle();
        if (clock.now >= until || !(await isAnyUndelivered(database))) return;
        clock.now += ms / idleSteps;
      }
    },
    async runUntil(isOver) {
      for (;;) {
        await courier.runUntilIdle();
        if (await isOver()) return;
        clock.now += idleMs;
        await clock.onWait?.();
      }
    },
  };
}

/** People with the e-mails `name0@example.com`, `name1@example.com` … */
export function group(name: string, count: number): { email: string }[] {
  return Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.com` }));
}

async function signUp(
  database: Database,
  { now }: SimulatedClock,
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

async function isAnyUndelivered(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom("deliveries")
    .select("lead_id")
    .where("state", "not in", ["delivered", "parked"])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
