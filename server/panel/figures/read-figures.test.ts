import { statfs } from "node:fs/promises";
import { expect, test } from "vitest";
import { hourMs } from "#event/time-zone.ts";
import { recordAction } from "#server/store/action-log.ts";
import { addCounts } from "#server/store/counts/add-counts.ts";
import { pauseDeliveries } from "#server/store/courier/circuit.ts";
import { savePhase } from "#server/store/event/save-event.ts";
import { addGroup } from "#server/store/groups/groups.ts";
import { openForFigures } from "#tests/support/panel/open-for-figures.ts";
import { ana } from "#tests/support/people.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { readFigures } from "./read-figures.ts";

/** Half an hour into the class. */
const now = Date.parse("2026-11-11T20:30:40-03:00");

test.each(engines)(
  "on %s the delivery shows what waits, how long it took, and what needs the operator",
  async (engine) => {
    const { database, deps } = await openForFigures(engine, now);
    for (let lag = 1; lag <= 20; lag += 1)
      await addDelivery(database, {
        email: `delivered-${lag}@example.com`,
        signedUpAt: now - hourMs,
        state: "delivered",
        at: now - hourMs + lag * 1_000,
      });
    const old = { signedUpAt: now - 90_000, at: now };
    await addDelivery(database, { email: "due@example.com", state: "due", ...old });
    await addDelivery(database, { email: "parked@example.com", state: "parked", ...old });
    const held = { lead: ana, surface: "popup", receivedAt: now, flag: "honeypot" } as const;
    await appendSubmission(database, held);
    await pauseDeliveries(database, now);
    expect((await readFigures(deps)).delivery).toEqual({
      waiting: 1,
      oldestMs: 90_000,
      lag: { medianMs: 10_000, p95Ms: 19_000, deliveries: 20 },
      parked: 1,
      held: 1,
      circuit: { backOffUntil: 0, tripped: undefined, pausedAt: now, trips: 0 },
      isConfigured: true,
    });
  },
);

test.each(engines)("on %s a new store has nothing to deliver and no lag", async (engine) => {
  const { deps } = await openForFigures(engine, now);
  const { delivery, groups, now: at } = await readFigures({ ...deps, isConfigured: false });
  expect(delivery).toMatchObject({ waiting: 0, oldestMs: 0, parked: 0, held: 0 });
  expect(delivery).toMatchObject({ lag: undefined, isConfigured: false });
  expect([groups, at]).toEqual([[], now]);
});

test.each(engines)("on %s groups are shown with their places", async (engine) => {
  const { database, deps } = await openForFigures(engine, now);
  const group = { link: "https://chat.whatsapp.com/exemplo", room: 1_000, stopAt: 950, now };
  await addGroup(database, group);
  expect((await readFigures(deps)).groups).toMatchObject([
    { room: 1_000, stopAt: 950, taken: 0, state: "open" },
  ]);
});

test.each(engines)(
  "on %s the state shows the phase of the clock and its next change, or the phase by hand",
  async (engine) => {
    const { database, deps } = await openForFigures(engine, now);
    await recordAction(database, { at: now - hourMs, action: "backup" });
    const start = Date.parse("2026-11-11T20:00:00-03:00");
    const end = start + 2 * hourMs;
    expect((await readFigures(deps)).state).toMatchObject({
      phase: "live",
      start,
      end,
      next: { at: end, phase: "over" },
      byHand: false,
      version: "20261111-exemplo",
      lastBackupAt: now - hourMs,
    });
    await savePhase(database, { edition: 2026, phase: "waiting", now });
    expect((await readFigures(deps)).state).toMatchObject({ phase: "waiting", byHand: true });
  },
);

test("the state of SQLite shows its size with the newest sign-ups, and the free disk", async () => {
  const { deps, folder } = await openForFigures("sqlite", now);
  const { clockAheadMs, store } = (await readFigures(deps)).state;
  expect([clockAheadMs, store.engine]).toEqual([0, "sqlite"]);
  expect(store.bytes).toBeGreaterThan(100_000);
  const { blocks, bfree, bavail } = await statfs(folder);
  // The blocks that are kept for root are neither used nor free, as in `df`.
  expect(store.diskFreeShare).toBeCloseTo(bavail / (blocks - bfree + bavail), 2);
});

test("the state of Postgres shows its size and how far its clock is ahead, and no disk", async () => {
  const { deps } = await openForFigures("postgres", now);
  const behind = { ...deps, clock: () => Date.now() - hourMs };
  const { clockAheadMs, store } = (await readFigures(behind)).state;
  expect(Math.round(clockAheadMs / hourMs)).toBe(1);
  expect(store).toMatchObject({ engine: "postgres", diskFreeShare: undefined });
  expect(store.bytes).toBeGreaterThan(100_000);
});

test.each(engines)(
  "on %s the web vitals and errors of the last day are shown, the most frequent error first",
  async (engine) => {
    const { database, deps } = await openForFigures(engine, now);
    const hour = now - (now % hourMs);
    const lcp = { hour, measure: "lcp", value: "good", file: "", build: "", device: "phone" };
    const error = { ...lcp, measure: "error", value: "TypeError", file: "page.js", build: "1" };
    const health = [
      { ...lcp, count: 5 },
      { ...lcp, value: "poor", count: 2 },
      { ...lcp, hour: hour - 24 * hourMs, count: 900 },
      { ...error, count: 1 },
      { ...error, device: "desktop", count: 2 },
      { ...error, value: "other", count: 4 },
    ];
    await addCounts(database, { health });
    expect((await readFigures(deps)).pages).toEqual({
      vitals: [{ vital: "lcp", device: "phone", ratings: { good: 5, fair: 0, poor: 2 } }],
      errors: [
        { errorClass: "other", file: "page.js", build: "1", count: 4 },
        { errorClass: "TypeError", file: "page.js", build: "1", count: 3 },
      ],
    });
  },
);
