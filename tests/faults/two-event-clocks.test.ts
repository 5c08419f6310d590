import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { nowPath } from "#event/now-answer.ts";
import { formatTime } from "#server/commands/printing/text.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { operatorOf, settingsOf } from "#tests/support/operator/operator.ts";
import { createTemporaryStore, engines } from "#tests/support/store/temporary-database.ts";

const polling = { timeout: 30_000, interval: 50 };
const timeLimitMs = 120_000;
const dayMs = 24 * 60 * 60_000;
const NowShape = v.object({ phase: v.string(), start: v.number() });

test.each(engines)(
  "on %s two servers with one store show what the operator chooses, and take it back, also after a kill",
  async (engine) => {
    const { store, remove } = await createTemporaryStore(engine);
    onTestFinished(remove);
    const settings =
      store.kind === "sqlite" ? { DATA_DIR: store.folder } : { DATABASE_URL: store.url };
    const servers = [await startFaultServer(settings), await startFaultServer(settings)];
    const [first, second] = servers;
    const planned = await Promise.all(servers.map(now));
    const { run } = operatorOf(store);
    const io = {
      clock: Date.now,
      databaseClock: () => Promise.resolve(Date.now()),
      readConfig: () => settingsOf(store),
    };
    const reach = (shown: object) =>
      expect.poll(() => Promise.all(servers.map(now)), polling).toMatchObject([shown, shown]);

    for (const phase of ["waiting", "cancelled", "live"]) {
      expect((await run(["phase", phase, "--yes"], io)).code).toBe(0);
      await reach({ phase });
      for (const { url } of servers)
        expect(await (await fetch(url)).text()).toContain(`data-phase="${phase}"`);
    }
    await second?.end("SIGKILL");
    servers.splice(1, 1, await startFaultServer(settings));
    await reach({ phase: "live" });

    await run(["phase", "auto"], io);
    await reach({ phase: planned[0]?.phase });
    const start = Math.ceil(Date.now() / dayMs + 30) * dayMs;
    await run(["moved", formatTime(start), "--yes"], io);
    await reach({ start });
    await run(["moved", "back", "--yes"], io);
    await reach({ start: planned[0]?.start });
    expect(await first?.end("SIGTERM")).toBe(0);
  },
  timeLimitMs,
);

/** What a server tells an open tab. */
async function now({ url }: { url: string }) {
  const answer = await fetch(`${url}${nowPath}`);
  return v.parse(NowShape, await answer.json());
}
