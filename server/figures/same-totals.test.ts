import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { hourMs } from "#event/time-zone.ts";
import { countEntries } from "#server/room/count-entries.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { createOperator, type Operator } from "#tests/support/operator/operator.ts";
import { people } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { readFigures } from "./figures.ts";

const { start, end } = editionAt(launch.event, Date.UTC(2026, 5, 1));

test.each(engines)(
  "on %s panel and stats have the same totals, also after an erasure",
  async (engine) => {
    const operator = await createOperator(engine);
    const [ana, bia, caio] = people(3);
    for (const [lead, receivedAt] of [
      [ana, start],
      [bia, start + 1],
      [ana, start + hourMs],
      [caio, end],
    ] as const)
      if (lead !== undefined) await operator.signUp({ lead, receivedAt });
    await operator.use((database) => deriveLeads(database, end));
    const visitor = { person: undefined, source: "email" } as const;
    await operator.use((database) => countEntries(database, [visitor, visitor], start));
    await operator.use((database) => countEntries(database, [visitor], end - 1));
    expect(await totals(operator)).toEqual({
      panel: [4, 3, 4, 4, ...[3, 3, 3]],
      stats: [4, 3, 4, 3],
    });
    await operator.run(["erase", ana?.email ?? ""], { prompt: () => Promise.resolve("sim") });
    expect(await totals(operator)).toEqual({
      panel: [2, 2, 2, 2, ...[3, 3, 3]],
      stats: [2, 2, 2, 3],
    });
  },
);

/** Of each place: its sign-ups, its people, and the sums of its parts; then the same of the entries. */
async function totals(operator: Operator) {
  const clock = () => end + hourMs;
  const stats = JSON.parse((await operator.run(["stats", "--json"], { clock })).out);
  const { signUps, steps } = await operator.use((database) =>
    readFigures({
      database,
      clock,
      event: launch.event,
      store: operator.store,
      version: undefined,
      isConfigured: true,
    }),
  );
  return {
    panel: [
      signUps.all,
      signUps.people,
      sumOf(signUps.bySource),
      steps.all.find(({ step }) => step === "kept")?.count,
      steps.all.find(({ step }) => step === "entered")?.count,
      enteredIn(signUps.bySource),
      enteredIn(signUps.byHour),
    ],
    stats: [stats.signUps, stats.people, sumOf(stats.sources), stats.entered],
  };
}

function enteredIn(periods: readonly { entered: number }[]): number {
  return periods.reduce((sum, { entered }) => sum + entered, 0);
}

function sumOf(counts: readonly { signUps: number }[]): number {
  return counts.reduce((sum, { signUps }) => sum + signUps, 0);
}
