import { expect, test } from "vitest";
import { type FloodResult, startFlood } from "#tests/support/faults/flood.ts";
import { describeVisits, visitUntil } from "#tests/support/faults/other-visitors.ts";
import { type FaultServer, isLongRun, startFaultServer } from "#tests/support/faults/server.ts";
import { emailsInSqlite, missingFrom, sqliteFolder } from "#tests/support/faults/store.ts";

const connections = isLongRun ? 300 : 100;
const each = isLongRun ? 100 : 8;
/** How many sign-ups one network address may send at once (`server/http/add-contact/rate-limits.ts`). */
const maxBurst = 400;
/**
 * How much the server's memory may grow. The limit is generous: the rate limits remember 50,000 network addresses, and
 * garbage is not collected at once.
 */
const maxGrowthMegabytes = 250;
const testTimeLimitMs = 120_000;

test(
  "a flood from one address with invented other addresses is limited, and other visitors are served",
  async () => {
    const { server, folder } = await start();
    const flood = startFlood({ url: server.url, connections, each, from: "203.0.113.9" });
    const others = await visitUntil(server.url, flood);
    const { statuses, acknowledged, ...result } = await flood;
    print("one address", await flood, describeVisits(others));
    // A busy machine refuses a few sign-ups with 503 that it would otherwise store.
    const {
      "200": stored = 0,
      "429": limited = 0,
      "503": overloaded = 0,
      ...unexpected
    } = statuses;
    expect(unexpected).toEqual({});
    expect(stored).toBe(acknowledged.length);
    expect(stored).toBeGreaterThan(0);
    expect(stored + overloaded).toBeGreaterThanOrEqual(maxBurst);
    expect(limited).toBeGreaterThan(0);
    expect(stored + limited + overloaded).toBe(connections * each);
    expect(result).toEqual({ refusedWithoutRetryAfter: 0, failed: 0 });
    expect(others.refused).toEqual([]);
    expect(missingFrom(emailsInSqlite(folder), acknowledged)).toEqual([]);
  },
  testTimeLimitMs,
);

test(
  "a flood from many addresses is stored or refused, and other visitors are served in the same memory",
  async () => {
    const { server, folder } = await start();
    const before = await server.memoryMegabytes();
    const flood = startFlood({ url: server.url, connections, each, from: "many" });
    const others = await visitUntil(server.url, flood);
    const { statuses: _, acknowledged, ...result } = await flood;
    const growth = (await server.memoryMegabytes()) - before;
    print("many addresses", await flood, `${describeVisits(others)}, ${growth.toFixed(0)} MB more`);
    expect(acknowledged.length).toBeGreaterThan(connections);
    expect(result).toEqual({ refusedWithoutRetryAfter: 0, failed: 0 });
    expect(others.refused).toEqual([]);
    expect(missingFrom(emailsInSqlite(folder), acknowledged)).toEqual([]);
    expect(growth).toBeLessThan(maxGrowthMegabytes);
  },
  testTimeLimitMs,
);

async function start(): Promise<{ server: FaultServer; folder: string }> {
  const folder = await sqliteFolder();
  const server = await startFaultServer({ DATA_DIR: folder });
  // Send one flood before the measurement, because a new process is slow and grows at first.
  await startFlood({ url: server.url, connections, each: 2, from: "many" });
  return { server, folder };
}

function print(from: string, { statuses }: FloodResult, rest: string): void {
  process.stdout.write(`Flood from ${from}: ${JSON.stringify(statuses)}; ${rest}.\n`);
}
