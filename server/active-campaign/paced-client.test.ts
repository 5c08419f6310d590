import { expect, onTestFinished, test, vi } from "vitest";
import { takeLease } from "#server/store/courier/lease.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import type { Answer } from "./client.ts";
import { createPacedClient } from "./paced-client.ts";

const goodAnswer: Answer = { kind: "answer", status: 200, body: {}, retryAfter: null };

test.each(engines)(
  "on %s the courier keeps its lease while an answer takes nearly as long as the lease lasts",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const clock = { now: 1_000_000 };
    const lease = await takeLease(database, clock.now);
    if (lease === undefined) throw new Error("no lease");
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const client = createPacedClient({
      database,
      lease,
      stopped: new AbortController().signal,
      clock: () => Promise.resolve(clock.now),
      sleep: () => Promise.resolve(),
      async activeCampaign() {
        for (let tens = 0; tens < 2; tens += 1) {
          clock.now += 10_000;
          vi.advanceTimersByTime(10_000);
          await expect.poll(expiry).toBe(clock.now + 30_000);
        }
        clock.now += 4_000;
        return goodAnswer;
      },
    });
    const expiry = async () => {
      const row = await database.selectFrom("courier").select("expires_at").executeTakeFirst();
      return row?.expires_at;
    };
    expect(await client({ method: "GET", path: "/users/me" })).toEqual(goodAnswer);
    expect(await takeLease(database, clock.now + 10_000)).toBeUndefined();
  },
);
