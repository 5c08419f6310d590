import { expect, test } from "vitest";
import { hourMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { readSteps, readStepTotals } from "#server/figures/queries.ts";
import type { Database } from "#server/store/row-types.ts";
import { logTo } from "#tests/support/log-to.ts";
import { ana } from "#tests/support/people.ts";
import { patientAppender } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createVisitCounter } from "./visit-counter.ts";

const view = { hour: 0, step: "view", source: "direct", surface: "none", count: 1 } as const;

test.each(engines)(
  "on %s a store that cannot count says so once, takes sign-ups, and gets the counts when it works again",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const { counter, lines } = open(database);
    await database.schema.alterTable("step_totals").renameTo("elsewhere").execute();
    for (let time = 0; time < 3; time += 1) {
      counter.add({ steps: [view] });
      await counter.flush();
    }
    const signUp = { lead: ana, surface: "popup", receivedAt: 0 } as const;
    expect(await patientAppender(database)(signUp)).toBe("stored");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(logLines.visitsNotCounted);
    await database.schema.alterTable("elsewhere").renameTo("step_totals").execute();
    await counter.flush();
    expect(await readStepTotals(database)).toMatchObject([{ count: 3 }]);
    expect(await readSteps(database, { since: 0, to: 1 })).toMatchObject([{ count: 3 }]);
  },
);

test("of more kinds than the memory has room for, 5,000 rows wait to be written", async () => {
  const database = await temporaryDatabase("sqlite");
  const { counter } = open(database);
  for (let hour = 0; hour < 20_000; hour += 1)
    counter.add({ steps: [{ ...view, hour: hour * hourMs }] });
  await counter.flush();
  const [total] = await readStepTotals(database);
  // One of the rows is the total.
  expect(total?.count).toBe(4_999);
});

function open(database: Database) {
  const lines: string[] = [];
  const log = logTo((line) => lines.push(line));
  return { counter: createVisitCounter({ database, log }), lines };
}
