import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import type { Database } from "#server/storage/tables.ts";
import { startGroupServers } from "#tests/support/faults/group-servers.ts";
import { pressLink, signUpPeople } from "#tests/support/faults/group-visitors.ts";
import type { FaultServer } from "#tests/support/faults/server.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const timeLimitMs = 120_000;
const stopAt = 50;
const killAfterAnswers = 40;
const visitorsAtEachServer = 8;

type Answer = { link: string; found: string };

test.each(engines)(
  "on %s a server that is killed while visitors press loses no press that was answered, and overfills no group",
  async (engine) => {
    const { servers, urls, database, start } = await startGroupServers(engine, [50, 50, 50]);
    const people = await signUpPeople(urls, 40);
    const [staying, killed] = servers;
    const answers = await pressUntilKilled(people, staying, killed);
    expect(await killed.ended).toBeNull();
    const ofPeople = new Map(answers.map(({ link, found }) => [link, found]));
    ofPeople.delete(paths.group);
    const before = await places(database);
    expect(answers.filter(({ link }) => link === paths.group).length).toBeLessThanOrEqual(
      before.filter(({ person }) => person === null).length,
    );
    for (const { link, found } of answers) {
      expect(found).toMatch(/^https:/);
      expect(ofPeople.get(link) ?? found).toBe(found);
    }
    for (const id of [1, 2, 3]) {
      const numbers = before.filter((place) => place.group_id === id).map(({ number }) => number);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      expect(numbers.length).toBeLessThanOrEqual(stopAt);
    }

    const { url } = await start();
    for (const again of [url, staying.url])
      for (const [link, found] of ofPeople) expect(await pressLink(`${again}${link}`)).toBe(found);
    expect(await places(database)).toEqual(before);
  },
  timeLimitMs,
);

/** Visitors with and without a sign-up press at both servers, and in the middle one server is killed. */
async function pressUntilKilled(
  people: readonly string[],
  staying: FaultServer,
  killed: FaultServer,
): Promise<Answer[]> {
  const links = people.flatMap((link) => [link, paths.group, link, paths.group]).values();
  const answers: Answer[] = [];
  async function visit(server: FaultServer): Promise<void> {
    for (const link of links) {
      const found = await pressLink(`${server.url}${link}`).catch(() => undefined);
      if (found === undefined) return expect(server).toBe(killed);
      answers.push({ link, found });
      if (answers.length === killAfterAnswers) void killed.end("SIGKILL");
    }
  }
  const visitors = [staying, killed].flatMap((server) =>
    Array.from({ length: visitorsAtEachServer }, () => visit(server)),
  );
  await Promise.all(visitors);
  return answers;
}

function places(database: Database) {
  const query = database.selectFrom("group_places").select(["group_id", "number", "person"]);
  return query.orderBy("group_id").orderBy("number").execute();
}
