import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { readCounts, timesOf } from "#server/figures/queries.ts";
import { roomLink } from "#tests/support/app/room-site.ts";
import { pressLink, signUpPeople, startGroupServers } from "#tests/support/faults/group-servers.ts";
import { slowWaits } from "#tests/support/faults/server.ts";
import { settingsOf } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const timeLimitMs = 120_000;
const polling = { timeout: 60_000, interval: 20 };
const visitorsOfAServer = 4;
const peopleCount = 20;
/** So many entries at a server are one of each person, and as many without a pass. */
const oneRound = 2 * peopleCount;

test.each(engines)(
  "on %s entries follow a new room past a kill, each counted once",
  async (engine) => {
    const scene = await startGroupServers(engine, [], slowWaits(20));
    const { database, operator, servers, urls } = scene;
    const choose = async (...words: string[]) => {
      const io = {
        clock: Date.now,
        readConfig: () => settingsOf(operator.store),
        fetch: async () => new Response(),
      };
      expect((await operator.run(words, io)).code).toBe(0);
    };
    const look = (url: string) => pressLink(`${url}${paths.live}`, { method: "HEAD" });
    const follow = (number: number) =>
      expect
        .poll(() => Promise.all(urls.map(look)), polling)
        .toEqual([roomLink(number), roomLink(number)]);
    const people = (await signUpPeople(urls, peopleCount)).map((link) =>
      link.replace(paths.group, paths.live),
    );
    await choose("room", roomLink(1));
    await choose("phase", "live", "--yes");
    await follow(1);

    const atKilled = enterAgainAndAgain(urls[0], people);
    const atStaying = enterAgainAndAgain(urls[1], people);
    await Promise.all([atKilled.untilNextRound(), atStaying.untilNextRound()]);
    await choose("room", roomLink(2));
    await follow(2);
    const late = [atKilled.begun.length, atStaying.begun.length] as const;
    await Promise.all([atKilled.untilNextRound(), atStaying.untilNextRound()]);
    await servers[0].end("SIGKILL");
    await atStaying.untilNextRound();
    const cutOff = await atKilled.end();
    expect(await atStaying.end()).toEqual([]);

    const begun = [...atKilled.begun, ...atStaying.begun];
    const answered = begun.filter(({ found }) => found !== undefined);
    expect(new Set(answered.map(({ found }) => found))).toEqual(new Set([1, 2].map(roomLink)));
    const lateEntries = [atKilled.begun.slice(late[0]), atStaying.begun.slice(late[1])].flat();
    expect(lateEntries.filter(({ found }) => found === roomLink(1))).toEqual([]);

    const kept = await database.selectFrom("entries").select("person").execute();
    expect(kept).toHaveLength(people.length);
    const counted = timesOf("entered", await readCounts(database, 0));
    // Whether the kill has cut off an entry before or after its count cannot be known.
    const withoutPass = counted - people.length;
    const answeredWithoutPass = answered.filter(({ link }) => link === paths.live).length;
    expect(withoutPass).toBeGreaterThanOrEqual(answeredWithoutPass);
    expect(withoutPass).toBeLessThanOrEqual(answeredWithoutPass + cutOff.length);
  },
  timeLimitMs,
);

type Entry = { link: string; found: string | undefined };

/** Visitors of one server, of whom each enters again and again, with and without a pass, until an entry has no answer. */
function enterAgainAndAgain(url: string, people: readonly string[]) {
  const links = people.flatMap((link) => [link, paths.live]);
  const begun: Entry[] = [];
  const cutOff: Entry[] = [];
  let isEnding = false;
  const visit = async () => {
    while (!isEnding && cutOff.length === 0) {
      const entry: Entry = { link: links[begun.length % links.length] ?? "", found: undefined };
      begun.push(entry);
      try {
        entry.found = await pressLink(`${url}${entry.link}`);
      } catch {
        cutOff.push(entry);
      }
    }
  };
  const visits = Array.from({ length: visitorsOfAServer }, visit);
  return {
    begun,
    /** Waits until as many entries as one round has were begun and answered since this call. None may be without answer. */
    async untilNextRound(): Promise<void> {
      const before = begun.length;
      const isAnswered = ({ found }: Entry) => found !== undefined;
      const isRoundOver = () => begun.slice(before).filter(isAnswered).length >= oneRound;
      await expect.poll(() => isRoundOver() || cutOff.length > 0, polling).toBe(true);
      expect(cutOff).toEqual([]);
    },
    /** Lets the visitors finish, and returns the entries that got no answer. */
    async end(): Promise<readonly Entry[]> {
      isEnding = true;
      await Promise.all(visits);
      return cutOff;
    },
  };
}
