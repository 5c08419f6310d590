import { expect, onTestFinished, test } from "vitest";
import { described, residentMegabytes, watchBystanders } from "#tests/support/faults/bystanders.ts";
import { type Flooded, startFlood } from "#tests/support/faults/flood.ts";
import { type FaultServer, startFaultServer } from "#tests/support/faults/server.ts";
import { missingFrom, storedEmails } from "#tests/support/faults/store.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

/** The short form belongs to `npm test`, the long one to `npm run test:faults`. */
const isLong = "ROUNDS" in process.env;
const connections = isLong ? 300 : 100;
const each = isLong ? 100 : 8;
/** As many as one address may send at once (`server/http/add-contact/rate-limits.ts`). */
const burst = 400;
/** Generous: the limits remember 50,000 addresses, and a heap is not emptied at once. */
const mostGrowthMegabytes = 250;
const testTimeLimitMs = 120_000;

test(
  "a flood from one address, whoever it says it comes for, is told to wait, and others are served",
  async () => {
    const { server, folder } = await start();
    const flooded = startFlood({ url: server.url, connections, each, from: "203.0.113.9" });
    const bystanders = await watchBystanders(server.url, flooded);
    const { statuses, hopeless, failed, acknowledged } = await flooded;
    say("one address", await flooded, described(bystanders));
    // A machine that is busy with something else sheds a few of those that it would take.
    const { "200": taken = 0, "429": toldToWait = 0, "503": shed = 0, ...others } = statuses;
    expect(others).toEqual({});
    expect(taken).toBe(acknowledged.length);
    expect(taken).toBeGreaterThan(0);
    expect(taken + shed).toBeGreaterThanOrEqual(burst);
    expect(toldToWait).toBeGreaterThan(0);
    expect(taken + toldToWait + shed).toBe(connections * each);
    expect({ hopeless, failed, refused: bystanders.refused }).toEqual({
      hopeless: 0,
      failed: 0,
      refused: [],
    });
    expect(missingFrom(storedEmails(folder), acknowledged)).toEqual([]);
  },
  testTimeLimitMs,
);

test(
  "a flood from everywhere is stored or told to wait, and others are served in the same memory",
  async () => {
    const { server, folder } = await start();
    const before = await residentMegabytes(server.pid);
    const flooded = startFlood({ url: server.url, connections, each, from: "many" });
    const bystanders = await watchBystanders(server.url, flooded);
    const { hopeless, failed, acknowledged } = await flooded;
    const grown = (await residentMegabytes(server.pid)) - before;
    say("many addresses", await flooded, `${described(bystanders)}, ${grown.toFixed(0)} MB more`);
    expect(acknowledged.length).toBeGreaterThan(connections);
    expect({ hopeless, failed, refused: bystanders.refused }).toEqual({
      hopeless: 0,
      failed: 0,
      refused: [],
    });
    expect(missingFrom(storedEmails(folder), acknowledged)).toEqual([]);
    expect(grown).toBeLessThan(mostGrowthMegabytes);
  },
  testTimeLimitMs,
);

async function start(): Promise<{ server: FaultServer; folder: string }> {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const server = await startFaultServer({ DATA_DIR: store.folder });
  // What a process does for the first time takes it longest: the figures are of one that is at work.
  await startFlood({ url: server.url, connections, each: 2, from: "many" });
  return { server, folder: store.folder };
}

function say(from: string, { statuses }: Flooded, rest: string): void {
  process.stdout.write(`Flood from ${from}: ${JSON.stringify(statuses)}; ${rest}.\n`);
}
