import { expect, test } from "vitest";
import { dayMs, now, runRetentionOnce } from "#tests/support/store/retention-job.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { newestDeeds, recordDeed } from "./deeds.ts";
import { addPanelKey } from "./panel-keys.ts";

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

test.each(engines)("on %s a link to the panel is told as the deed of a command", async (engine) => {
  const database = await temporaryDatabase(engine);
  await recordDeed(database, { at: 1_000, deed: "panel link", panelKey: 7 });
  await recordDeed(database, { at: 2_000, deed: "panel opened", panelKey: 7 });
  const deeds = await newestDeeds(database, 2);
  expect(deeds.map(({ fromPanel }) => fromPanel)).toEqual([true, false]);
});

test.each(engines)(
  "on %s deeds are removed after 400 days, and keys of the panel after two",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const [deedsUntil, keysUntil] = [now - 400 * dayMs, now - 2 * dayMs];
    for (const at of [deedsUntil - 1, deedsUntil])
      await recordDeed(database, { at, deed: "backup" });
    for (const at of [keysUntil - 1, keysUntil])
      await addPanelKey(database, { mayWrite: true, now: at });
    await runRetentionOnce(database, undefined);
    expect(await newestDeeds(database, 9)).toMatchObject([{ at: deedsUntil }]);
    const keys = await database.selectFrom("panel_keys").select("made_at").execute();
    expect(keys).toEqual([{ made_at: keysUntil }]);
  },
);
