import { expect, test } from "vitest";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { lastBackupAt, newestDeeds, recordDeed } from "./deeds.ts";

test.each(engines)(
  "on %s the newest deeds come first, and no more than asked for",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await recordDeed(database, { at: 1_000, deed: "pause", panelKey: 7 });
    await recordDeed(database, { at: 2_000, deed: "phase", detail: "live", panelKey: 7 });
    await recordDeed(database, { at: 3_000, deed: "backup" });
    expect(await newestDeeds(database, 2)).toEqual([
      { at: 3_000, deed: "backup", detail: null, fromPanel: false },
      { at: 2_000, deed: "phase", detail: "live", fromPanel: true },
    ]);
  },
);

test.each(engines)("on %s the last backup is known after the first one", async (engine) => {
  const database = await temporaryDatabase(engine);
  await recordDeed(database, { at: 1_000, deed: "pause" });
  expect(await lastBackupAt(database)).toBeUndefined();
  await recordDeed(database, { at: 2_000, deed: "backup" });
  await recordDeed(database, { at: 3_000, deed: "backup" });
  await recordDeed(database, { at: 4_000, deed: "resume" });
  expect(await lastBackupAt(database)).toBe(3_000);
});
