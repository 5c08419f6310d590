import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { listGroups } from "#server/groups/groups.ts";
import {
  otherGroup,
  pressLink,
  signUpPeople,
  startGroupServers,
} from "#tests/support/faults/group-servers.ts";
import { slowWaits } from "#tests/support/faults/server.ts";
import {
  addTestGroup,
  linkOf,
  placesTaken,
  pressesCounted,
  timesFound,
} from "#tests/support/store/groups.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const timeLimitMs = 120_000;

test.each(engines)(
  "on %s two servers fill each group exactly, and place each person once",
  async (engine) => {
    const { urls, database, operator } = await startGroupServers(
      engine,
      [15, 15, 15],
      slowWaits(20),
    );
    const pressAt = (server: number, link: string) => pressLink(`${urls[server % 2]}${link}`);

    // The last group takes more than its places. Who presses without a pass takes none.
    const people = await signUpPeople(urls, 50);
    const visitors = [...people, ...people.map(() => paths.group)].toSorted();
    const found = await pressInTurn(visitors, pressAt);
    expect(await placesTaken(database)).toEqual([15, 15, 20]);
    const pressed = await pressesCounted(database);
    expect(pressed.reduce((sum, count) => sum + count)).toBe(50);
    expect(timesFound(found)).toEqual(
      Object.fromEntries(
        [15, 15, 20].map((taken, at) => [linkOf(at + 1), taken + (pressed[at] ?? 0)]),
      ),
    );
    const again = await pressInTurn(people, (index, link) => pressAt(index + 1, link));
    expect(again).toEqual(people.map((link) => found[visitors.indexOf(link)]));
    expect(await placesTaken(database)).toEqual([15, 15, 20]);

    for (const number of [4, 5, 6, 7]) await addTestGroup(database, number, 2);
    const pressThreeTimes = (link: string) =>
      Promise.all([0, 1, 0].map((server) => pressAt(server, link)));
    const newPeople = (await signUpPeople(urls, 56)).slice(50);
    const threeTimes: string[][] = [];
    for (const person of newPeople) threeTimes.push(await pressThreeTimes(person));
    for (const links of threeTimes) expect(new Set(links).size).toBe(1);
    expect(timesFound(threeTimes.flat())).toEqual({
      [linkOf(4)]: 6,
      [linkOf(5)]: 6,
      [linkOf(6)]: 6,
    });
    expect((await placesTaken(database)).slice(3)).toEqual([2, 2, 2, 0]);

    await addTestGroup(database, 8, 9);
    const pressBoth = () => Promise.all([0, 1].map((server) => pressAt(server, paths.group)));
    for (const server of [0, 1])
      for (const look of [{ method: "HEAD" }, { headers: { "user-agent": "WhatsApp/2.24" } }])
        expect(await pressLink(`${urls[server]}${paths.group}`, look)).toBe(linkOf(7));
    expect((await pressesCounted(database)).slice(6)).toEqual([0, 0]);
    expect((await operator.run(["groups", "full", "7"])).code).toBe(0);
    expect(await pressBoth()).toEqual([linkOf(8), linkOf(8)]);
    expect((await pressesCounted(database)).slice(6)).toEqual([0, 2]);

    // People of the eighth group say that it is full. Each presses twice at once, at both servers.
    for (const number of [9, 10]) await addTestGroup(database, number, 50);
    const late = (await signUpPeople(urls, 63)).slice(56);
    const pressAll = (links: readonly string[]) =>
      Promise.all(links.map((link) => Promise.all(urls.map((url) => pressLink(`${url}${link}`)))));
    const both = (group: number) => late.map(() => [linkOf(group), linkOf(group)]);
    expect(await pressAll(late)).toEqual(both(8));
    expect(await pressAll(late.map(otherGroup))).toEqual(both(9));
    expect(await pressAll(late)).toEqual(both(9));
    expect((await listGroups(database)).slice(7)).toMatchObject([
      { saidFull: 7, taken: 7 },
      { saidFull: 0, taken: 7 },
      { saidFull: 0, taken: 0 },
    ]);
  },
  timeLimitMs,
);

/**
 * Eight visitors at a time press the links. A crowd would wait for longer than the servers wait for the store, and would
 * then be led to a group without a place.
 */
async function pressInTurn(
  links: readonly string[],
  press: (index: number, link: string) => Promise<string>,
): Promise<string[]> {
  const found: string[] = [];
  const waiting = links.entries();
  const visit = async () => {
    for (const [index, link] of waiting) found[index] = await press(index, link);
  };
  await Promise.all(Array.from({ length: 8 }, visit));
  return found;
}
