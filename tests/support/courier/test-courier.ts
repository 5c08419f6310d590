import { pino } from "pino";
import { connectActiveCampaign } from "#server/active-campaign/client.ts";
import { createTagIds } from "#server/active-campaign/tags.ts";
import { type CourierDeps, createCourier } from "#server/delivery/courier.ts";
import type { Database } from "#server/store/tables.ts";

/**
 * A courier whose two loops (one derives leads, one delivers them) run side by side as in a server, but by a simulated
 * clock.
 */
export type TestCourier = {
  /**
   * Runs both loops of the courier until they have nothing left that they could do without waiting. The first call
   * starts the courier.
   */
  runUntilIdle(): Promise<void>;
  stop(): Promise<void>;
};

/** A clock that moves only when the courier waits: instead of waiting, the courier sets it forward. */
export type SimulatedClock = {
  now: number;
  /** This function is called after each simulated wait of the courier. */
  onWait?: () => Promise<void>;
};

type Rest = { endsAt: number; end: () => void };

const loopCount = 2;
export const restMs = 1_000;
/** A server rests in proportion to its work, which would bring the speed of this machine into the simulated time. */
const restAfterBatchMs = 200;

export function createTestCourier(
  database: Database,
  clock: SimulatedClock,
  delivery: CourierDeps["delivery"],
  { log = pino({ level: "silent" }), random = (): number => 1 } = {},
): TestCourier {
  let rests: Rest[] = [];
  let noteIdle = () => {};
  const endRests = (isOver: (rest: Rest) => boolean) => {
    const over = rests.filter(isOver);
    rests = rests.filter((rest) => !over.includes(rest));
    for (const rest of over) rest.end();
  };
  const courier = createCourier({
    database,
    delivery,
    log,
    random,
    clock: () => Promise.resolve(clock.now),
    restAfterBatch: () => restAfterBatchMs,
    async sleep(ms) {
      clock.now += ms;
      await clock.onWait?.();
      endRests(({ endsAt }) => endsAt <= clock.now);
    },
    async rest({ aborted }) {
      if (aborted) return;
      await new Promise<void>((end) => {
        rests.push({ endsAt: clock.now + restMs, end });
        if (rests.length === loopCount) noteIdle();
      });
    },
  });
  let wake: () => void = courier.start;
  const runOnce = async () => {
    const idle = new Promise<void>((resolve) => {
      noteIdle = resolve;
    });
    wake();
    wake = () => endRests(() => true);
    await idle;
  };
  return {
    async runUntilIdle() {
      await runOnce();
      // Run both loops again: in the first run the delivery loop may have looked for leads before the other loop
      // derived them.
      await runOnce();
    },
    async stop() {
      const stopped = courier.stop();
      endRests(() => true);
      await stopped;
    },
  };
}

/** The list and the tags that leads get in the tests. */
export const target = { list: "2", tags: ["black", "new"], nextTags: ["next"] };

export function deliveryTo(url: string, maxAnswerMs = 10_000) {
  const settings = { url, token: "fake-token", ...target };
  const limits = { maxAnswerMs, maxBytes: 1_000_000 };
  return {
    activeCampaign: connectActiveCampaign(settings, { fetch, limits }),
    target: { ...target, tagIds: createTagIds() },
  };
}
