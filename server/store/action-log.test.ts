import { expect, test } from "vitest";
import { dayMs, now, runRetentionOnce } from "#tests/support/store/retention-job.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { newestActions, recordAction } from "./action-log.ts";

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
