import { pino } from "pino";
import { connectActiveCampaign } from "#server/active-campaign/client.ts";
import type { FieldIds } from "#server/active-campaign/fields.ts";
import { createTagIds } from "#server/active-campaign/tags.ts";
import { createCourier, type Delivery, idleMs } from "#server/delivery/courier.ts";
import type { Database } from "#server/store/schema.ts";

/** A courier as in a server, but with a simulated clock. */
export type TestCourier = {
  /** Runs the courier until it can do no more work without resting. */
  runUntilIdle(): Promise<void>;
  pass(): Promise<number>;
  stop(): Promise<void>;
};

/** A clock that moves only when the courier waits: the courier sets the clock forward instead of waiting. */
export type SimulatedClock = {
  now: number;
  /** This function is called after each simulated wait of the courier. */
  onWait?: () => Promise<void>;
};

export function createTestCourier(
  database: Database,
  clock: SimulatedClock,
  delivery: Delivery,
  { log = pino({ level: "silent" }), random = (): number => 1 } = {},
): TestCourier {
  const stopping = new AbortController();
  const courier = createCourier(
    {
      database,
      log,
      random,
      clock: () => clock.now,
      steadyClock: () => clock.now,
      async sleep(ms) {
        clock.now += ms;
        await clock.onWait?.();
      },
    },
    delivery,
    stopping.signal,
  );
  return {
    pass: courier.pass,
    async runUntilIdle() {
      while ((await courier.pass()) < idleMs);
    },
    async stop() {
      stopping.abort();
      await courier.end();
    },
  };
}

/** The list and the tags that leads get in ActiveCampaign in the tests. */
export const target = {
  list: "2",
  tags: ["black", "new"],
  nextTags: ["next"],
  enteredTag: "entered",
};

/** For tests that are not about fields: the courier finds no fields of the account, and sends no request for them. */
export const noFieldIds: FieldIds = {
  find: async () => ({ kind: "done", body: new Map() }),
  forget: () => {},
};

/** The limit is long: only a test of missing answers reaches it, and on a busy machine the fake answers late. */
const usualMaxAnswerMs = 60_000;

export function deliveryTo(
  url: string,
  { maxAnswerMs = usualMaxAnswerMs, fieldIds = noFieldIds } = {},
) {
  const settings = { url, token: "fake-token", ...target };
  const limits = { maxAnswerMs, maxBytes: 1_000_000 };
  return {
    activeCampaign: connectActiveCampaign(settings, { fetch, limits }),
    target: { ...target, tagIds: createTagIds(), fieldIds },
  };
}
