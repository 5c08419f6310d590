import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { readCounts, timesOf } from "#server/figures/queries.ts";
import { listGroups } from "#server/groups/groups.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import type { Database } from "#server/store/row-types.ts";
import { startChance } from "#tests/support/chance.ts";
import { pressLink, signUpPeople, startGroupServers } from "#tests/support/faults/group-servers.ts";
import { type Load, reportView, startLoad } from "#tests/support/faults/load.ts";
import { type FaultServer, isLongRun, rounds, slowWaits } from "#tests/support/faults/server.ts";
import { emailSequence, missingFrom } from "#tests/support/faults/store.ts";

/** In each second round the other server is killed too, so that the SQLite file is left without any server. */
const runs = [
  { engine: "sqlite", kills: isLongRun ? rounds : 2 },
  { engine: "postgres", kills: isLongRun ? Math.ceil(rounds / 5) : 1 },
] as const;
const killTimeLimitMs = 80_000;
const maxLoadMs = 200;
const stopAt = 8;
/** Otherwise the servers would refuse sign-ups, and count no presses, when the machine stands still for seconds. */
const slower = 6;
const visitorsOfAKind = 4;
const polling = { timeout: 60_000, interval: 20 };

/** What the servers have answered until now. */
type Answered = {
  signUps: string[];
  presses: { link: string; found: string }[];
  /** Page reports: all that were answered, and those whose server wrote them at its orderly end. */
  reports: { all: number; kept: number };
};

// This does not show that a power cut loses nothing: the kernel keeps the writes of a killed process.
test.each(runs)(
  "on $engine servers killed $kills times keep all that they answered",
  async ({ engine, kills }) => {
    const random = startChance();
    const scene = await startGroupServers(engine, [stopAt, stopAt, 100_000], slowWaits(slower));
    const people = await signUpPeople(scene.urls, 20);
    const newEmail = emailSequence();
    const answered: Answered = { signUps: [], presses: [], reports: { all: 0, kept: 0 } };
    let [killed, staying] = scene.servers;
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill > 0) [killed, staying] = [await scene.start(), await scene.start()];
      const isLeftAlone = kill % 2 === 0;
      const atKilled = visit(killed, people, newEmail);
      const atStaying = visit(staying, people, newEmail);
      await expect.poll(() => atKilled.load.acknowledged.size, polling).toBeGreaterThan(0);
      await sleep(maxLoadMs * random());
      await killed.end("SIGKILL");
      if (!isLeftAlone) await staying.end("SIGKILL");
      await note(answered, atKilled);
      const { failed, reports } = await note(answered, atStaying);
      if (!isLeftAlone) continue;
      expect(failed).toBe(0);
      expect(await staying.end("SIGTERM")).toBe(0);
      answered.reports.kept += reports;
    }
    const last = await scene.start();
    await expectPressesKept(scene.database, answered, last.url);
    expect(await last.end("SIGTERM")).toBe(0);
    await expectSignUpsKept(scene.database, answered);
    await expectCounted(scene.database, answered);
  },
  (runs[0].kills + 1) * killTimeLimitMs,
);

type Done = { presses: Answered["presses"]; reports: number; failed: number };
type Visits = { load: Load; end: () => Promise<Done> };

/** Visitors who sign up, press the link to the group with and without a sign-up, and whose pages report. */
function visit({ url }: FaultServer, people: readonly string[], newEmail: () => string): Visits {
  const load = startLoad({ url, newEmail, visitors: visitorsOfAKind });
  const done: Done = { presses: [], reports: 0, failed: 0 };
  const links = people.flatMap((link) => [link, paths.group]);
  let pressed = 0;
  let isEnding = false;
  const press = async () => {
    const link = links[pressed++ % links.length] ?? "";
    done.presses.push({ link, found: await pressLink(`${url}${link}`) });
  };
  const report = async () => {
    await reportView(url);
    done.reports += 1;
  };
  const repeat = async (act: () => Promise<void>) => {
    while (!isEnding)
      await act().catch(() => {
        isEnding = true;
        done.failed += 1;
      });
  };
  const others = [press, press, press, press, report, report].map(repeat);
  const end = async () => {
    isEnding = true;
    await Promise.all([...others, load.end()]);
    return done;
  };
  return { load, end };
}

/** Ends the visits, and notes what was answered. */
async function note(answered: Answered, { load, end }: Visits): Promise<Done> {
  const done = await end();
  answered.signUps.push(...load.acknowledged);
  answered.presses.push(...done.presses);
  answered.reports.all += done.reports;
  expect(load.refusals).toEqual([]);
  return done;
}

async function expectPressesKept(database: Database, { presses }: Answered, url: string) {
  const places = await readPlaces(database);
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
    expect(places.filter((place) => place.group_id === id)).toHaveLength(taken);
    if (id < 3) expect(taken).toBeLessThanOrEqual(stopAt);
  }
  for (const [link, group] of found) expect(await pressLink(`${url}${link}`)).toBe(group);
  expect(await readPlaces(database)).toEqual(places);
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

/** Each derived sign-up and each person is counted once, before and after the rest is derived. */
async function expectCounted(database: Database, { reports }: Answered): Promise<void> {
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
