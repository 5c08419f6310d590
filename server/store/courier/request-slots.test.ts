import { expect, test } from "vitest";
import type { Database } from "#server/store/tables.ts";
import {
  type Engine,
  engines,
  temporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { startBackOff } from "./circuit.ts";
import type { RequestKind } from "./courier-tables.ts";
import { takeLease } from "./lease.ts";
import { releaseSlot, takeSlot } from "./request-slots.ts";

const latencyMs = 40;

test.each(engines)(
  "on %s five requests a second get a slot and never six, at an even pace",
  async (engine) => {
    const { database, clock } = await setUp(engine);
    const sent: number[] = [];
    for (let request = 0; request < 30; request += 1) sent.push(await send(database, clock));
    expect(maxWithin(sent, 1_000)).toBe(5);
    expect(Math.min(...gaps(sent))).toBeGreaterThanOrEqual(1_000 / 4.5);
  },
);

test.each(engines)(
  "on %s a slow request counts until its answer has come, so that its late arrival stays within the limit",
  async (engine) => {
    const { database, clock } = await setUp(engine);
    const arrived: number[] = [];
    // The worst delay that a network can cause: nearly the whole time until the answer passes before the request
    // arrives.
    for (let request = 0; request < 30; request += 1) {
      const late = request % 7 === 0 ? 900 : 0;
      const sentAt = await send(database, clock, { latency: late + latencyMs });
      arrived.push(sentAt + late);
    }
    expect(maxWithin(arrived, 1_000)).toBeLessThanOrEqual(5);
  },
);

test.each(engines)("on %s a hundred imports a minute get a slot and never more", async (engine) => {
  const { database, clock } = await setUp(engine);
  const sent: number[] = [];
  for (let request = 0; request < 103; request += 1)
    sent.push(await send(database, clock, { kind: "import" }));
  expect(maxWithin(sent, 60_000)).toBe(100);
});

test.each(engines)(
  "on %s a request whose answer never came frees its slot after 26 seconds",
  async (engine) => {
    const { database, clock } = await setUp(engine);
    for (let request = 0; request < 5; request += 1) {
      const slot = await takeSlot(database, { kind: "single", lease: "operator" }, clock.now);
      expect(slot.kind).toBe("go");
      clock.now += 300;
    }
    const slot = await takeSlot(database, { kind: "single", lease: "operator" }, clock.now);
    expect(slot).toEqual({ kind: "wait", ms: 26_000 - 5 * 300 });
  },
);

test.each(engines)("on %s of many requests at one moment, one gets a slot", async (engine) => {
  const { database, clock } = await setUp(engine);
  const request = { kind: "single", lease: "operator" } as const;
  const slots = await Promise.all(
    Array.from({ length: 8 }, () => takeSlot(database, request, clock.now)),
  );
  expect(slots.filter(({ kind }) => kind === "go")).toHaveLength(1);
});

test.each(engines)(
  "on %s a back-off holds for all requests, also for those of the operator",
  async (engine) => {
    const { database, clock } = await setUp(engine);
    await startBackOff(database, clock.now + 30_000);
    const slot = await takeSlot(database, { kind: "single", lease: "operator" }, clock.now);
    expect(slot).toEqual({ kind: "wait", ms: 30_000 });
  },
);

test.each(engines)(
  "on %s a back-off from before the clock was set back has no effect",
  async (engine) => {
    const { database, clock } = await setUp(engine);
    await startBackOff(database, clock.now + 24 * 3_600_000);
    const slot = await takeSlot(database, { kind: "single", lease: "operator" }, clock.now);
    expect(slot).toMatchObject({ kind: "go" });
  },
);

test.each(engines)("on %s a process that is no longer the courier gets no slot", async (engine) => {
  const { database, clock } = await setUp(engine);
  const ours = await takeLease(database, clock.now);
  const theirs = await takeLease(database, clock.now + 60_000);
  if (ours === undefined || theirs === undefined) throw new Error("no lease");
  const take = (lease: typeof ours) => takeSlot(database, { kind: "single", lease }, clock.now);
  expect(await take(ours)).toEqual({ kind: "lost" });
  expect(await take(theirs)).toMatchObject({ kind: "go" });
});

async function setUp(engine: Engine) {
  const database = await temporaryDatabase(engine);
  return { database, clock: { now: 1_000_000 } };
}

type Sending = { kind?: RequestKind; latency?: number };

/** Waits for a slot, then sends. Returns the time of sending. */
async function send(
  database: Database,
  clock: { now: number },
  { kind = "single", latency = latencyMs }: Sending = {},
): Promise<number> {
  for (;;) {
    const slot = await takeSlot(database, { kind, lease: "operator" }, clock.now);
    if (slot.kind === "lost") throw new Error("The operator needs no lease.");
    if (slot.kind === "wait") clock.now += slot.ms;
    if (slot.kind !== "go") continue;
    const sentAt = clock.now;
    clock.now += latency;
    await releaseSlot(database, slot.id, clock.now);
    return sentAt;
  }
}

/** The largest number of requests within any span of this length. */
function maxWithin(times: readonly number[], spanMs: number): number {
  return Math.max(
    ...times.map((end) => times.filter((time) => time > end - spanMs && time <= end).length),
  );
}

function gaps(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}
