import * as v from "valibot";
import { expect, onTestFinished, test } from "vitest";
import { launch } from "#content/launch.ts";
import { nowPath, phaseAt } from "#event/phase.ts";
import { formatTime } from "#server/command-line/text.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import { startFaultProxy } from "#tests/support/faults/proxy.ts";
import { startFaultServer, startServerOn } from "#tests/support/faults/server.ts";
import { postgresDatabase } from "#tests/support/faults/store.ts";
import { operatorOf, settingsOf } from "#tests/support/operator/operator.ts";
import { createTemporaryStore, engines } from "#tests/support/store/temporary-database.ts";

const polling = { timeout: 60_000, interval: 50 };
const timeLimitMs = 120_000;
const dayMs = 24 * 60 * 60_000;
const NowShape = v.object({ phase: v.string(), start: v.number() });

test.each(engines)(
  "on %s two servers follow the operator, also after a kill",
  async (engine) => {
    const { store, remove } = await createTemporaryStore(engine);
    onTestFinished(remove);
    const servers = await Promise.all([startServerOn(store), startServerOn(store)]);
    const [first, second] = servers;
    const planned = await Promise.all(servers.map(now));
    const reach = (shown: object) =>
      expect.poll(() => Promise.all(servers.map(now)), polling).toMatchObject([shown, shown]);

    for (const phase of ["waiting", "live"]) {
      await choose(store, "phase", phase, "--yes");
      await reach({ phase });
      for (const { url } of servers)
        expect(await (await fetch(url)).text()).toContain(`data-phase="${phase}"`);
    }
    await second.end("SIGKILL");
    servers.splice(1, 1, await startServerOn(store));
    await reach({ phase: "live" });

    await choose(store, "phase", "auto");
    // The phase of the clock may have changed since the beginning of the test.
    const followClock = async () =>
      (await Promise.all(servers.map(now))).every(
        ({ phase }) => phase === phaseAt(launch.event, Date.now()),
      );
    await expect.poll(followClock, polling).toBe(true);
    const start = Math.ceil(Date.now() / dayMs + 30) * dayMs;
    await choose(store, "phase", "moved", formatTime(start), "--yes");
    await reach({ start });
    await choose(store, "phase", "moved", "back", "--yes");
    await reach({ start: planned[0]?.start });
    expect(await first.end("SIGTERM")).toBe(0);
  },
  timeLimitMs,
);

test(
  "a choice made while the network is broken counts after its repair",
  async () => {
    const url = await postgresDatabase();
    const network = await startFaultProxy(url);
    const server = await startFaultServer({ DATABASE_URL: network.url });
    // The server has asked once before it listens, so the next question goes out on an idle connection and is lost.
    network.lose("everything");
    await expect.poll(network.hasLost, polling).toBe(true);
    await choose({ kind: "postgres", url }, "phase", "waiting", "--yes");
    expect((await now(server)).phase).not.toBe("waiting");
    network.restore();
    await expect.poll(async () => (await now(server)).phase, polling).toBe("waiting");
  },
  timeLimitMs,
);

async function choose(store: Store, ...words: string[]): Promise<void> {
  const databaseClock = () => Promise.resolve(Date.now());
  const io = { clock: Date.now, databaseClock, readConfig: () => settingsOf(store) };
  expect((await operatorOf(store).run(words, io)).code).toBe(0);
}

/** What a server tells an open tab. */
async function now({ url }: { url: string }) {
  const answer = await fetch(`${url}${nowPath}`);
  return v.parse(NowShape, await answer.json());
}
