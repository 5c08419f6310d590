import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { listGroups } from "#server/groups/groups.ts";
import { patientServers, startGroupServers } from "#tests/support/faults/group-servers.ts";
import { otherGroup, pressLink, signUpPeople } from "#tests/support/faults/group-visitors.ts";
import { linkOf } from "#tests/support/store/groups.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const timeLimitMs = 120_000;

test.each(engines)(
  "on %s ten people who find a group full at once get one other each",
  async (engine) => {
    const { urls, database } = await startGroupServers(engine, [50, 50, 50], patientServers);
    const people = await signUpPeople(urls, 10);
    const press = (link: string) => Promise.all(urls.map((url) => pressLink(`${url}${link}`)));
    const pressAll = (links: readonly string[]) => Promise.all(links.map(press));
    const both = (group: number) => [linkOf(group), linkOf(group)];
    expect(await pressAll(people)).toEqual(people.map(() => both(1)));

    const asked = people.map(otherGroup);
    // Each person presses twice at once, at both servers.
    expect(await pressAll(asked)).toEqual(asked.map(() => both(2)));
    expect(await press(paths.group)).toEqual(both(1));
    expect(await pressAll(people)).toEqual(people.map(() => both(2)));
    expect(await listGroups(database)).toMatchObject([
      { state: "open", saidFull: 10, taken: 12 },
      { state: "open", saidFull: 0, taken: 10 },
      { state: "open", saidFull: 0, taken: 0 },
    ]);
  },
  timeLimitMs,
);
