import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { startGroupServers } from "#tests/support/faults/group-servers.ts";
import { allFull, pressLink, signUpPeople } from "#tests/support/faults/group-visitors.ts";
import { linkOf, placesTaken, timesFound } from "#tests/support/store/groups.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const timeLimitMs = 120_000;

test.each(engines)(
  "on %s 200 visitors at once over two servers fill three groups of fifty, and the others see that all are full",
  async (engine) => {
    const { urls, database } = await startGroupServers(engine, [50, 50, 50]);
    const people = await signUpPeople(urls, 100);
    const withoutSignUp = people.map(() => paths.group);
    const visitors = [...people, ...withoutSignUp].toSorted();
    const press = (link: string, index: number) => pressLink(`${urls[index % 2]}${link}`);
    const found = await Promise.all(visitors.map(press));
    const expected = { [linkOf(1)]: 50, [linkOf(2)]: 50, [linkOf(3)]: 50, [allFull]: 50 };
    expect(timesFound(found)).toEqual(expected);
    expect(await placesTaken(database)).toEqual([50, 50, 50]);

    const again = await Promise.all(people.map((link, index) => press(link, index + 1)));
    expect(again).toEqual(people.map((link) => found[visitors.indexOf(link)]));
    expect(await placesTaken(database)).toEqual([50, 50, 50]);
  },
  timeLimitMs,
);

test.each(engines)(
  "on %s three presses of one person at once over two servers count once and lead to one group",
  async (engine) => {
    const { urls, database } = await startGroupServers(engine, [2, 2, 2, 2]);
    const people = await signUpPeople(urls, 6);
    const pressThreeTimes = (link: string) =>
      Promise.all([0, 1, 0].map((server) => pressLink(`${urls[server]}${link}`)));
    const found = await Promise.all(people.map(pressThreeTimes));
    for (const links of found) expect(new Set(links).size).toBe(1);
    expect(timesFound(found.flat())).toEqual({ [linkOf(1)]: 6, [linkOf(2)]: 6, [linkOf(3)]: 6 });
    expect(await placesTaken(database)).toEqual([2, 2, 2, 0]);
  },
  timeLimitMs,
);

test.each(engines)(
  "on %s programs that only look take no place, and a closed group gets no more people from either server",
  async (engine) => {
    const { urls, database, operator } = await startGroupServers(engine, [9, 9]);
    const [person = ""] = await signUpPeople(urls, 1);
    const looks = urls.flatMap((url) => [`${url}${paths.group}`, `${url}${person}`]);
    for (const address of looks) {
      for (const look of lookers) expect(await pressLink(address, look)).toBe(linkOf(1));
      const ahead = { headers: { "sec-purpose": "prefetch;prerender" } };
      expect(await pressLink(address, ahead)).toBe("status 503");
    }
    expect(await placesTaken(database)).toEqual([0, 0]);

    const pressBoth = () => Promise.all(urls.map((url) => pressLink(`${url}${paths.group}`)));
    expect(await pressBoth()).toEqual([linkOf(1), linkOf(1)]);
    expect((await operator.run(["groups", "full", "1"])).code).toBe(0);
    expect(await pressBoth()).toEqual([linkOf(2), linkOf(2)]);
    expect(await placesTaken(database)).toEqual([2, 2]);
  },
  timeLimitMs,
);

const lookers: RequestInit[] = [
  { method: "HEAD" },
  ...[
    "WhatsApp/2.24.20.89 A",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  ].map((agent) => ({ headers: { "user-agent": agent } })),
];
