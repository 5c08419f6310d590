import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { readStepTotals, sumMinutes } from "#server/figures/queries.ts";
import { listRooms } from "#server/rooms/rooms.ts";
import { addRooms, roomLink } from "#tests/support/app/room-site.ts";
import { startChance } from "#tests/support/chance.ts";
import { pressLink, signUpPeople, startGroupServers } from "#tests/support/faults/group-servers.ts";
import { slowWaits } from "#tests/support/faults/server.ts";
import { settingsOf } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const timeLimitMs = 120_000;
/** Two hundred entries a second. */
const together = 10;
const everyMs = 50;
/** The promise is two seconds; a busy machine gets some more. */
const follows = { timeout: 10_000, interval: 100 };

type Entry = { link: string; begunAt: number; found: string | undefined };

test.each(engines)(
  "on %s entries follow a new room past a kill, each counted once",
  async (engine) => {
    const random = startChance();
    const scene = await startGroupServers(engine, [], slowWaits(20));
    const { database, operator, servers } = scene;
    const [killed, staying] = servers;
    await addRooms(database, [undefined, undefined]);
    const choose = async (...words: string[]) => {
      const databaseClock = () => Promise.resolve(Date.now());
      const io = { clock: Date.now, databaseClock, readConfig: () => settingsOf(operator.store) };
      expect((await operator.run(words, io)).code).toBe(0);
    };
    const look = (url: string) => pressLink(`${url}${paths.live}`, { method: "HEAD" });
    const people = (await signUpPeople(scene.urls, 40)).map((link) =>
      link.replace(paths.group, paths.live),
    );
    await choose("phase", "live", "--yes");
    const lookAtBoth = () => Promise.all(scene.urls.map(look));
    await expect.poll(lookAtBoth, follows).toEqual([roomLink(1), roomLink(1)]);

    const urls = [killed.url, staying.url];
    const night = startNight(urls, people);
    await sleep(1_000 + 500 * random());
    await choose("room", "use", "2");
    await expect.poll(lookAtBoth, follows).toEqual([roomLink(2), roomLink(2)]);
    const followedAt = performance.now();
    await sleep(500 + 500 * random());
    await killed.end("SIGKILL");
    urls.shift();
    await sleep(1_000);
    const entries = await night.end();

    const answered = entries.filter(({ found }) => found !== undefined);
    expect(new Set(answered.map(({ found }) => found))).toEqual(new Set([1, 2].map(roomLink)));
    const late = answered.filter(({ begunAt }) => begunAt > followedAt);
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late.map(({ found }) => found))).toEqual(new Set([roomLink(2)]));

    const kept = await database.selectFrom("entries").select("person").execute();
    expect(kept.length).toBeLessThanOrEqual(people.length);
    expect(kept.length).toBeGreaterThanOrEqual(new Set(withPass(answered)).size);
    const counted = (await listRooms(database)).reduce((sum, { entered }) => sum + entered, 0);
    const withoutPass = counted - kept.length;
    // An entry that the kill has cut off may be counted or not.
    expect(withoutPass).toBeGreaterThanOrEqual(answered.length - withPass(answered).length);
    expect(withoutPass).toBeLessThanOrEqual(entries.length - withPass(entries).length);
    const steps = (await readStepTotals(database)).filter(({ step }) => step === "entered");
    expect(steps.reduce((sum, { count }) => sum + count, 0)).toBe(counted);
    const { entered } = await sumMinutes(database, { since: 0, to: 2 * Date.now() });
    expect(entered).toBe(counted);
  },
  timeLimitMs,
);

function withPass(entries: readonly Entry[]): string[] {
  return entries.map(({ link }) => link).filter((link) => link !== paths.live);
}

/** Visitors who enter in turn at the servers; of each ten one has a pass, and comes again and again. */
function startNight(urls: readonly string[], people: readonly string[]) {
  const entries: Entry[] = [];
  const underWay: Promise<void>[] = [];
  const enter = async (entry: Entry, url: string) => {
    entry.found = await pressLink(`${url}${entry.link}`).catch(() => undefined);
  };
  const timer = setInterval(() => {
    for (let index = 0; index < together; index += 1) {
      const turn = entries.length;
      const link = turn % 10 === 0 ? people[(turn / 10) % people.length] : undefined;
      const entry = { link: link ?? paths.live, begunAt: performance.now(), found: undefined };
      entries.push(entry);
      underWay.push(enter(entry, urls[turn % urls.length] ?? ""));
    }
  }, everyMs);
  return {
    async end(): Promise<Entry[]> {
      clearInterval(timer);
      await Promise.all(underWay);
      return entries;
    },
  };
}
