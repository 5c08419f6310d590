import { expect, test } from "vitest";
import { dayMs, now, runRetentionOnce } from "#tests/support/store/retention-job.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { newestActions, recordAction } from "./action-log.ts";

test.each(engines)(
  "on %s the newest actions come first, and no more than asked for",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await recordAction(database, { at: 1_000, action: "pause", panelKey: 7 });
    await recordAction(database, { at: 2_000, action: "phase", detail: "live", panelKey: 7 });
    await recordAction(database, { at: 3_000, action: "restore" });
    // A command makes the link.
    await recordAction(database, { at: 4_000, action: "panel link", panelKey: 7 });
    expect(await newestActions(database, 3)).toEqual([
      { at: 4_000, action: "panel link", detail: null, fromPanel: false },
      { at: 3_000, action: "restore", detail: null, fromPanel: false },
      { at: 2_000, action: "phase", detail: "live", fromPanel: true },
    ]);
  },
);

test.each(engines)(
  "on %s actions are removed after 400 days, keys of the panel after two",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const [actionsUntil, keysUntil] = [now - 400 * dayMs, now - 2 * dayMs];
    for (const at of [actionsUntil - 1, actionsUntil])
      await recordAction(database, { at, action: "restore" });
    for (const at of [keysUntil - 1, keysUntil])
      await database
        .insertInto("panel_keys")
        .values({
          link_hash: `${at}`,
          session_hash: null,
          may_write: 0,
          made_at: at,
          used_at: null,
        })
        .execute();
    await runRetentionOnce(database, undefined);
    expect(await newestActions(database, 9)).toMatchObject([{ at: actionsUntil }]);
    const keys = await database.selectFrom("panel_keys").select("made_at").execute();
    expect(keys).toEqual([{ made_at: keysUntil }]);
  },
);
