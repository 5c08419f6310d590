import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { paths } from "#content/paths.ts";
import { readCounts, timesOf } from "#server/figures/figures.ts";
import { listGroups } from "#server/groups/groups.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { openDatabase } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import { startChance } from "#tests/support/chance.ts";
import { sendJson } from "#tests/support/contract/senders.ts";
import { type LoadOptions, reportView, restMs, startLoad } from "#tests/support/faults/load.ts";
import {
  type FaultServer,
  isLongRun,
  rounds,
  slowWaits,
  startServerOn,
} from "#tests/support/faults/server.ts";
import { newAddress } from "#tests/support/faults/sign-up.ts";
import { emailSequence, missingFrom } from "#tests/support/faults/store.ts";
import { people } from "#tests/support/people.ts";
import { addTestGroup } from "#tests/support/store/groups.ts";
import { createTemporaryStore } from "#tests/support/store/temporary-database.ts";

const runs = [
  { engine: "sqlite", kills: isLongRun ? rounds : 2 },
  { engine: "postgres", kills: isLongRun ? Math.ceil(rounds / 5) : 1 },
] as const;
const killTimeLimitMs = 80_000;
const maxLoadMs = 200;
/** The places in each group: the last group has a place for every press of a long run. */
const places = [8, 8, 1_000_000_000];
/** The servers' clock is slower: otherwise they would refuse sign-ups and not count presses when the machine stops for seconds. */
const slower = 6;
const visitorsOfAKind = 4;
const polling = { timeout: 60_000, interval: 10 };

/** All answers of the servers so far. */
type Answered = {
  signUps: string[];
  presses: { link: string; found: string }[];
  reports: number;
};

// Two servers use one store. One is killed, then the other, so that no process uses the store any more. This does not
// test a power cut: the kernel keeps what a killed process has written.
test.each(runs)(
  "on $engine servers killed $kills times keep all that they answered",
  async ({ engine, kills }) => {
    const random = startChance();
    const { store, remove } = await createTemporaryStore(engine);
    onTestFinished(remove);
    const start = () => startServerOn(store, slowWaits(slower));
    const database = await openDatabase(store);
    onTestFinished(() => database.destroy());
    for (const [index, stopAt] of places.entries()) await addTestGroup(database, index + 1, stopAt);
    let alive: FaultServer[] = await Promise.all([start(), start()]);
    const links = await signUpPeople(alive);
    const newEmail = emailSequence();
    const answered: Answered = { signUps: [], presses: [], reports: 0 };
    const visitAll = async (servers: FaultServer[]) => {
      const visits = servers.map(({ url }) => visit({ url, links, newEmail, answered }));
      for (const { load } of visits)
        await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(0);
      return visits;
    };
    for (let kill = 0; kill < kills; kill += 1) {
      if (alive.length === 0) alive = await Promise.all([start(), start()]);
      const [atKilled, atStaying] = await visitAll(alive);
      await sleep(maxLoadMs * random());
      await alive.shift()?.end("SIGKILL");
      await atKilled?.end();
      expect(await atStaying?.end()).not.toBe("failed");
    }
    const last = alive[0] ?? (await start());
    const before = answered.reports;
    const [atLast] = await visitAll([last]);
    expect(await atLast?.end()).toBe("answered");
    await expectPressesKept(database, answered, last.url);
    expect(await last.end("SIGTERM")).toBe(0);
    await expectSignUpsKept(database, answered);
    // A server writes the reports when it ends properly, or at some time before.
    await expectCounted(database, { all: answered.reports, kept: answered.reports - before });
  },
  (runs[0].kills + 1) * killTimeLimitMs,
);

/** Signs up new people, and returns their links to the group. */
function signUpPeople(servers: readonly FaultServer[]): Promise<string[]> {
  const all = people(20).map(async (person, index) => {
    const answer = await sendJson({ url: servers[index % 2]?.url ?? "" }, person);
    return /"group":"([^"]+)"/.exec(await answer.text())?.[1] ?? "";
  });
  return Promise.all(all);
}

type Visits = Pick<LoadOptions, "url" | "newEmail"> & {
  links: readonly string[];
  answered: Answered;
};

/** Visitors sign up, press the link to the group with and without a sign-up, and their pages send reports. */
function visit({ url, newEmail, links, answered }: Visits) {
  const load = startLoad({ url, newEmail, visitors: visitorsOfAKind });
  const all = links.flatMap((link) => [link, paths.group]);
  let pressed = 0;
  let state: "begun" | "answered" | "failed" = "begun";
  const press = async () => {
    const link = all[pressed++ % all.length] ?? "";
    answered.presses.push({ link, found: await pressLink(`${url}${link}`) });
  };
  const report = async () => {
    await reportView(url);
    answered.reports += 1;
  };
  const repeat = async (act: () => Promise<void>) => {
    while (state === "begun") {
      await act().catch(() => {
        state = "failed";
      });
      await sleep(restMs);
    }
  };
  const others = [press, press, press, press, report, report].map(repeat);
  const end = async () => {
    if (state === "begun") state = "answered";
    await Promise.all([...others, load.end()]);
    answered.signUps.push(...load.acknowledged);
    expect(load.refusals).toEqual([]);
    return state;
  };
  return { load, end };
}

/** Presses a link, and returns the address to which it leads, or the other answer. */
async function pressLink(address: string): Promise<string> {
  const headers = { "x-forwarded-for": newAddress() };
  const answer = await fetch(address, { headers, redirect: "manual" });
  await answer.body?.cancel();
  return answer.headers.get("location") ?? `status ${answer.status}`;
}

async function expectPressesKept(database: Database, { presses }: Answered, url: string) {
  const given = await readPlaces(database);
  const withoutSignUp = presses.filter(({ link }) => link === paths.group);
  expect(withoutSignUp.length).toBeGreaterThan(0);
  const groups = await listGroups(database);
  expect(withoutSignUp.length).toBeLessThanOrEqual(
    groups.reduce((sum, group) => sum + group.presses, 0),
  );
  const found = new Map<string, string>();
  for (const one of presses.filter(({ link }) => link !== paths.group)) {
    expect(one.found).toMatch(/^https:/);
    expect(found.get(one.link) ?? one.found).toBe(one.found);
    found.set(one.link, one.found);
  }
  for (const { id, taken } of groups) {
    expect(given.filter((place) => place.group_id === id)).toHaveLength(taken);
    expect(taken).toBeLessThanOrEqual(places[id - 1] ?? 0);
  }
  for (const [link, group] of found) expect(await pressLink(`${url}${link}`)).toBe(group);
  expect(await readPlaces(database)).toEqual(given);
}

function readPlaces(database: Database) {
  const query = database.selectFrom("group_places").select(["group_id", "person"]);
  return query.orderBy("person").execute();
}

async function expectSignUpsKept(database: Database, { signUps }: Answered): Promise<void> {
  const rows = await database.selectFrom("submissions").select("email").execute();
  const stored = new Set(rows.map(({ email }) => email));
  expect(missingFrom(stored, signUps)).toEqual([]);
  expect(signUps.length).toBeGreaterThan(0);
  expect(rows).toHaveLength(stored.size);
}

/** Each derived sign-up and each person is counted once, both before and after the other sign-ups are derived. */
async function expectCounted(database: Database, reports: { all: number; kept: number }) {
  for (const derive of [async () => undefined, () => deriveLeads(database, Date.now())]) {
    await derive();
    const counts = await readCounts(database, 0);
    const people = counts.reduce((all, one) => all + one.people, 0);
    const stored = await countDerived(database);
    expect({ signUps: timesOf("kept", counts), people }).toEqual(stored);
    expect(timesOf("entered", counts)).toBe(0);
    const views = timesOf("view", counts);
    expect(views).toBeGreaterThanOrEqual(reports.kept);
    expect(views).toBeLessThanOrEqual(reports.all);
  }
}

async function countDerived(database: Database) {
  const all = database
    .selectFrom("submissions")
    .select((query) => query.fn.countAll<number>().as("signUps"));
  const leads = database
    .selectFrom("leads")
    .select((query) => query.fn.countAll<number>().as("people"));
  const derived = await all.where("derived_at", "is not", null).executeTakeFirstOrThrow();
  return { ...derived, ...(await leads.executeTakeFirstOrThrow()) };
}
