import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

/** 11/11/2026, 20:30 in São Paulo. */
const now = Date.UTC(2026, 10, 11, 23, 30);

test.each(engines)("on %s --json writes the same numbers for programs", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({ receivedAt: now, source: JSON.stringify({ last: { utm_source: "mail\u0000" } }) });
  const { out } = await run(["stats", "--json", "--since", "11/11/2026 20:00"], {
    clock: () => now,
  });
  expect(JSON.parse(out)).toEqual({
    now: "2026-11-11T20:30:00.000-03:00",
    since: "2026-11-11T20:00:00.000-03:00",
    to: null,
    signUps: 1,
    people: 1,
    heldBack: 0,
    by: "hour",
    periods: [{ start: "2026-11-11T20:00:00.000-03:00", signUps: 1, newPeople: 1 }],
    sources: [{ name: "mail\u0000", signUps: 1 }],
    campaigns: [{ name: "(sem campanha)", signUps: 1 }],
    surfaces: [{ name: "popup", signUps: 1 }],
    deliveries: { due: 1, sending: 0, importing: 0, delivered: 0, parked: 0 },
    hadUnsubscribed: 0,
    wantNext: 0,
    pausedAt: null,
    stoppedAt: null,
    backOffUntil: null,
  });
});
