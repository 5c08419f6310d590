import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { expect, test } from "vitest";
import { nowPath } from "#event/now-answer.ts";
import { startFaultProxy } from "#tests/support/faults/proxy.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { postgresDatabase } from "#tests/support/faults/store.ts";
import { operatorOf, settingsOf } from "#tests/support/operator/operator.ts";

const testTimeLimitMs = 60_000;
const recovery = { timeout: 10_000, interval: 100 };
/** Long enough that the server has an idle connection, on which it asks again while the network is broken. */
const someQuestionsMs = 4_000;
const NowShape = v.object({ phase: v.string() });

test(
  "what the operator chooses while the network to Postgres is broken is in force within ten seconds of its repair",
  async () => {
    const url = await postgresDatabase();
    const network = await startFaultProxy(url);
    const server = await startFaultServer({ DATABASE_URL: network.url });
    const phase = async () => {
      const answer = await fetch(`${server.url}${nowPath}`);
      return v.parse(NowShape, await answer.json()).phase;
    };
    await sleep(someQuestionsMs);
    network.lose("everything");
    await sleep(someQuestionsMs);
    const store = { kind: "postgres", url } as const;
    const databaseClock = () => Promise.resolve(Date.now());
    const io = { clock: Date.now, databaseClock, readConfig: () => settingsOf(store) };
    const chosen = await operatorOf(store).run(["phase", "waiting", "--yes"], io);
    expect(chosen.code).toBe(0);
    expect(await phase()).not.toBe("waiting");
    network.restore();
    await expect.poll(phase, recovery).toBe("waiting");
  },
  testTimeLimitMs,
);
