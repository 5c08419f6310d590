import { expect, test } from "vitest";
import { minuteMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { readCounts } from "#server/figures/figures.ts";
import type { Database } from "#server/store/schema.ts";
import { logTo } from "#tests/support/log-to.ts";
import { ana } from "#tests/support/people.ts";
import { patientAppender } from "#tests/support/store/append-submission.ts";
import { temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createVisitCounter } from "./visit-counter.ts";

const view = { minute: 0, step: "view", source: "direct" } as const;

test("a store that cannot count says so once, takes sign-ups, and gets the counts when it works again", async () => {
  const database = await temporaryDatabase("sqlite");
  const { counter, lines } = open(database);
  await database.schema.alterTable("counts").renameTo("elsewhere").execute();
  for (let time = 0; time < 3; time += 1) {
    counter.add([view]);
    await counter.flush();
  }
  const signUp = { lead: ana, surface: "popup", receivedAt: 0 } as const;
  expect(await patientAppender(database)(signUp)).toBe("stored");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(logLines.visitsNotCounted);
  await database.schema.alterTable("elsewhere").renameTo("counts").execute();
  await counter.flush();
  expect(await readCounts(database, 0)).toMatchObject([{ n: 3 }]);
});

test("of more kinds than the memory has room for, 20,000 rows wait to be written", async () => {
  const database = await temporaryDatabase("sqlite");
  const { counter } = open(database);
  for (let minute = 0; minute < 20_001; minute += 1)
    counter.add([{ ...view, minute: minute * minuteMs }]);
  await counter.flush();
  expect(await readCounts(database, 0)).toHaveLength(20_000);
});

function open(database: Database) {
  const lines: string[] = [];
  const log = logTo((line) => lines.push(line));
  return { counter: createVisitCounter({ database, log }), lines };
}
