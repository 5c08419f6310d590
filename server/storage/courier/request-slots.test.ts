import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/storage/tables.ts";
import {
  type Engine,
  engines,
  openTemporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { startBackOff } from "./circuit.ts";
import { takeLease } from "./lease.ts";
import { type RequestKind, releaseSlot, takeSlot } from "./request-slots.ts";

const latencyMs = 40;

test.each(engines)("on %s five go in a second and never six, at an even pace", async (engine) => {
  const { database, clock } = await setUp(engine);
  const sent: number[] = [];
  for (let request = 0; request < 30; request += 1) sent.push(await send(database, clock));
  expect(mostWithin(sent, 1_000)).toBe(5);
  expect(Math.min(...gaps(sent))).toBeGreaterThanOrEqual(1_000 / 4.5);
});

test.each(engines)(
  "on %s slow answers count until they came, so that late arrivals find room",
  async (engine) => {
    const { database, clock } = await setUp(engine);
    const arrived: number[] = [];
    // The worst that a network can do: it keeps one request for as long as its answer takes.
    for (let request = 0; request < 30; request += 1) {
      const late = request % 7 === 0 ? 900 : 0;
      const sentAt = await send(database, clock, { latency: late + latencyMs });
      arrived.push(sentAt + late);
    }
    expect(mostWithin(arrived, 1_000)).toBeLessThanOrEqual(5);
  },
);

test.each(engines)("on %s a hundred imports go in a minute and never more", async (engine) => {
  const { database, clock } = await setUp(engine);
  const sent: number[] = [];
  for (let request = 0; request < 103; request += 1)
    sent.push(await send(database, clock, { kind: "import" }));
  expect(mostWithin(sent, 60_000)).toBe(100);
});

test.each(engines)(
  "on %s a request whose answer never came makes room after 26 seconds",
  async (engine) => {
    const { database, clock } = await setUp(engine);
    for (let request = 0; request < 5; request += 1) {
      const turn = await takeSlot(database, { kind: "single", lease: "operator" }, clock.now);
      expect(turn.kind).toBe("go");
      clock.now += 300;
    }
    const turn = await takeSlot(database, { kind: "single", lease: "operator" }, clock.now);
    expect(turn).toEqual({ kind: "wait", ms: 26_000 - 5 * 300 });
  },
);

test.each(engines)("on %s many who ask at once are given one turn", async (engine) => {
  const { database, clock } = await setUp(engine);
  const asking = { kind: "single", lease: "operator" } as const;
  const turns = await Promise.all(
    Array.from({ length: 8 }, () => takeSlot(database, asking, clock.now)),
  );
  expect(turns.filter(({ kind }) => kind === "go")).toHaveLength(1);
});

test.each(engines)("on %s silence holds for everybody, the operator too", async (engine) => {
  const { database, clock } = await setUp(engine);
  await startBackOff(database, clock.now + 30_000);
  const turn = await takeSlot(database, { kind: "single", lease: "operator" }, clock.now);
  expect(turn).toEqual({ kind: "wait", ms: 30_000 });
});

test.each(engines)(
  "on %s a silence that was set before the clock was set back has no effect",
  async (engine) => {
    const { database, clock } = await setUp(engine);
    await startBackOff(database, clock.now + 24 * 3_600_000);
    const turn = await takeSlot(database, { kind: "single", lease: "operator" }, clock.now);
    expect(turn).toMatchObject({ kind: "go" });
  },
);

test.each(engines)("on %s who is no longer the courier is given no turn", async (engine) => {
  const { database, clock } = await setUp(engine);
  const ours = await takeLease(database, clock.now);
  const theirs = await takeLease(database, clock.now + 60_000);
  if (ours === undefined || theirs === undefined) throw new Error("no lease");
  const ask = (lease: typeof ours) => takeSlot(database, { kind: "single", lease }, clock.now);
  expect(await ask(ours)).toEqual({ kind: "lost" });
  expect(await ask(theirs)).toMatchObject({ kind: "go" });
});

async function setUp(engine: Engine) {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return { database, clock: { now: 1_000_000 } };
}

type Sending = { kind?: RequestKind; latency?: number };

/** Waits as it is told, then sends; gives back when that was. */
async function send(
  database: Database,
  clock: { now: number },
  { kind = "single", latency = latencyMs }: Sending = {},
): Promise<number> {
  for (;;) {
    const turn = await takeSlot(database, { kind, lease: "operator" }, clock.now);
    if (turn.kind === "lost") throw new Error("The operator needs no lease.");
    if (turn.kind === "wait") clock.now += turn.ms;
    if (turn.kind !== "go") continue;
    const sentAt = clock.now;
    clock.now += latency;
    await releaseSlot(database, turn.id, clock.now);
    return sentAt;
  }
}

/** The most that came within any span of this length. */
function mostWithin(times: readonly number[], spanMs: number): number {
  return Math.max(
    ...times.map((end) => times.filter((time) => time > end - spanMs && time <= end).length),
  );
}

function gaps(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}
