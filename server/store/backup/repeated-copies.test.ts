import { expect, test } from "vitest";
import { lastBackupAt, newestActions, recordAction } from "#server/store/action-log.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { findRepeatedCopies, isLate, noteRepeatedCopy } from "./repeated-copies.ts";

test.each(engines)(
  "on %s each place has one newest copy, which is the last backup and does not fill the list of actions",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await recordAction(database, { at: 500, action: "backup" });
    for (const at of [1_000, 2_000, 3_000])
      await noteRepeatedCopy(database, { place: "/a place", everyMs: 60_000, at });
    await noteRepeatedCopy(database, { place: "s3+https://host/b", everyMs: 90_000, at: 2_500 });
    expect(await findRepeatedCopies(database)).toEqual([
      { place: "/a place", everyMs: 60_000, at: 3_000 },
      { place: "s3+https://host/b", everyMs: 90_000, at: 2_500 },
    ]);
    expect(await lastBackupAt(database)).toBe(3_000);
    expect(await newestActions(database, 9)).toMatchObject([{ action: "backup", at: 500 }]);
    const rows = await database.selectFrom("deeds").select("id").execute();
    expect(rows).toHaveLength(3);
  },
);

test("copies are late after three intervals", () => {
  const copy = { place: "/a", everyMs: 1_000, at: 5_000 };
  expect(isLate(copy, 8_000)).toBe(false);
  expect(isLate(copy, 8_001)).toBe(true);
});

test("a row that another version wrote in another form is left out", async () => {
  const database = await temporaryDatabase("sqlite");
  await recordAction(database, { at: 1, action: "copies", detail: "something else" });
  expect(await findRepeatedCopies(database)).toEqual([]);
});
