import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { pauseDeliveries, startBackOff, tripCircuit } from "#server/store/courier/circuit.ts";
import { countPeople } from "#server/store/deliveries/progress.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { launchAt } from "#tests/support/courier/delivering.ts";
import { subjectsAt } from "#tests/support/operator/doctor-output.ts";
import {
  createOperator,
  createOperatorWithBackupFile,
  settingsOf,
} from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { operatorWithGroups } from "#tests/support/operator/operator-with-groups.ts";
import { ana, bia } from "#tests/support/people.ts";
import { linkOf } from "#tests/support/store/groups.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each([
  [2e9, "ok"],
  [2e9 - 1, "warn"],
  [2e8, "warn"],
  [2e8 - 1, "fail"],
] as const)("with %i free bytes doctor's level for the disk is %s", async (bytes, level) => {
  const { run } = await createOperator();
  const { out } = await run(["doctor", "--all"], { freeBytes: () => Promise.resolve(bytes) });
  expect(subjectsAt(level, out)).toContain("disco");
});

test("doctor fails for a store in memory, which a power cut deletes", async () => {
  const { run } = await createOperator();
  const { out } = await run(["doctor", "--all"], { isInMemory: () => Promise.resolve(true) });
  expect(subjectsAt("fail", out)).toContain("queda de energia");
});

test.each([
  { asked: -60_001, answered: -60_001, level: "fail" },
  { asked: -5_001, answered: -5_001, level: "warn" },
  { asked: -20_000, answered: 20_000, level: "ok" },
  { asked: 6_000, answered: 6_000, level: "ok" },
  { asked: 6_001, answered: 6_001, level: "warn" },
  { asked: 61_001, answered: 61_001, level: "fail" },
] as const)(
  "asked at $asked ms and answered at $answered of another clock: $level",
  async ({ asked, answered, level }) => {
    const { run, store } = await createOperator();
    const theirs = Date.parse("2026-11-01T12:00:00Z");
    let now = theirs + asked;
    const { out } = await run(["doctor", "--all"], {
      clock: () => now,
      readConfig: () => settingsOf(store, { ALERT_URL: "https://ntfy.sh/x" }),
      async fetch() {
        now = theirs + answered;
        return new Response("", { headers: { Date: new Date(theirs).toUTCString() } });
      },
    });
    expect(subjectsAt(level, out)).toContain("relógio");
  },
);

test("what stops deliveries and what waits for the operator is reported", async () => {
  const { run, use, clock, signUp, signUpNow, fake, deliver } =
    await createOperatorWithActiveCampaign();
  fake.misbehave({ on: "POST /contact/sync", how: "422 e-mail, message" });
  await signUpNow("ana");
  await signUp({ flag: "honeypot" });
  await deliver();
  await use((database) => pauseDeliveries(database, clock.now));
  expect(subjectsAt("warn", (await run(["doctor", "--all"])).out)).toEqual(
    expect.arrayContaining(["entregas", "recusados", "retidas"]),
  );
  await use((database) => startBackOff(database, launchAt + 60_000));
  expect((await run(["doctor", "--all"])).out).toMatch(
    /^aviso {2}entregas: O ActiveCampaign pediu para esperar até 11\/11\/2026 20:01:00 \(-03:00\)\. Depois disso, as entregas continuam sozinhas\.$/m,
  );
  const trip = { now: clock.now, reason: "status 403", probeAt: clock.now };
  await use((database) => tripCircuit(database, trip));
  expect(subjectsAt("fail", (await run(["doctor", "--all"])).out)).toContain("entregas");
});

test.each(engines)("on %s people add up, wherever each is on the way", async (engine) => {
  const { run, signUp, signUpNow, deliver, fake, clock, use } =
    await createOperatorWithActiveCampaign(engine);
  fake.misbehave({ on: "POST /contact/sync", mentioning: "bia", how: "422 e-mail, message" });
  await signUpNow("ana", "bia");
  await deliver();
  await signUpNow("caio");
  await use((database) => deriveLeads(database, clock.now));
  // Caio signs up twice, and a second sign-up of Ana is held: both count as one person.
  await signUpNow("caio", "edu");
  const held = { flag: "honeypot", receivedAt: clock.now } as const;
  await signUp({ lead: ana, ...held });
  await signUp({ lead: { ...ana, email: "davi@example.com" }, ...held });
  expect(await use(countPeople)).toEqual({
    stored: 5,
    held: 1,
    underived: 1,
    withDelivery: 3,
    delivered: 1,
    waiting: 1,
    parked: 1,
  });
  expect(subjectsAt("ok", (await run(["doctor", "--all"])).out)).toContain("pessoas");
});

/** What only a hand in the store can do to the one delivery, and the sums that then differ. */
const broken = [
  ["a lead without a delivery", sql`delete from deliveries`, "2, e .*, 1; com entrega, 0, e .*, 0"],
  [
    "a delivery without a time",
    sql`update deliveries set due_at = null`,
    "2, e .*, 2; com entrega, 1, e .*, 0",
  ],
  [
    "a sent delivery without a time",
    sql`update deliveries set state = 'sending', due_at = null`,
    "2, e .*, 2; com entrega, 1, e .*, 0",
  ],
  [
    "an import that is not there",
    sql`update deliveries set state = 'importing', due_at = null, import_id = 77`,
    "2, e .*, 2; com entrega, 1, e .*, 0",
  ],
] as const;

test.each(engines.flatMap((engine) => broken.map((row) => [engine, ...row] as const)))(
  "on %s %s fails, because the people do not add up",
  async (engine, _, change, sums) => {
    const { run, signUp, use } = await createOperator(engine);
    await signUp({});
    await run(["list"]);
    await signUp({ lead: bia });
    expect(subjectsAt("ok", (await run(["doctor", "--all"])).out)).toContain("pessoas");
    await use((database) => change.execute(database));
    expect((await run(["doctor", "--all"])).out).toMatch(
      new RegExp(`^falha {2}pessoas: As contas não fecham: pessoas guardadas, ${sums}\\.$`, "m"),
    );
  },
);

const hour = 3_600_000;
const made = Date.parse("2026-11-11T20:00:00Z");

test.each(engines)("on %s no copy is a warning, and copies that are late fail", async (engine) => {
  const operator = await createOperator(engine);
  const finding = async (now: number) => {
    const { out } = await operator.run(["doctor", "--all"], { clock: () => now });
    return /^\w+ +cópia de segurança: .*(\n +→ .*)?/m.exec(out)?.[0];
  };
  const clock = () => made;
  expect(await finding(made)).toMatch(/^aviso .*docs\/operacao\/copias\.md\.$/s);
  await operator.run(["copied"], { clock });
  expect(await finding(made + hour)).toMatch(/^ok .*A última boa é de 11\/11\/2026 17:00:00/);
  expect(await finding(made + hour + 1)).toMatch(/^falha .*black-ahsd-backup/s);
  await operator.run(["copied", "--failed", "restic check"]);
  expect(await finding(made)).toMatch(/^aviso .*mais nova parou em: restic check\./);
  expect(await finding(made + hour + 1)).toMatch(/^falha .*restic check/);
  await operator.run(["copied"], { clock });
  expect(await finding(made)).toMatch(/^ok /);
});

test("doctor names copies beside the store and says how to delete them", async () => {
  const { run, signUp, file, store } = await createOperatorWithBackupFile();
  await signUp({});
  await run(["backup", file]);
  expect(await copiesIn(run)).toBe("");
  await run(["restore", file, "--replace"]);
  const replaced = "leads.sqlite.replaced-1970-01-01T00-00-01.000Z";
  expect(await copiesIn(run)).toContain(`${replaced}. Quem foi apagado depois`);
  await mkdir(join(store.folder, "restoring-a'b"));
  await writeFile(join(store.folder, "monday.sqlite.part"), "half a backup");
  const line = await copiesIn(run);
  expect(line).toContain(`${replaced}, monday.sqlite.part, restoring-a'b. Quem foi apagado`);
  expect(line).toContain(
    `'${store.folder}/monday.sqlite.part' '${store.folder}/restoring-a'\\''b'`,
  );
});

/** The line that doctor prints about copies of the store, with its advice. */
async function copiesIn(run: Awaited<ReturnType<typeof createOperatorWithBackupFile>>["run"]) {
  return /^aviso +bancos deixados: .*\n.*$/m.exec((await run(["doctor", "--all"])).out)?.[0] ?? "";
}

test("doctor asks for a look when unknown presses pass a limit", async () => {
  const { run, press, pressWithoutPass } = await operatorWithGroups();
  await run("groups", "add", linkOf(1), "--members", "8", "--stop-at", "8");
  await press(1);
  await pressWithoutPass(7);
  expect(subjectsAt("ok", (await run("doctor", "--all")).out)).toContain("grupos");
  await pressWithoutPass(1);
  expect((await run("doctor", "--all")).out).toMatch(
    /^aviso {2}grupos: O grupo 1 pode estar cheio: lugares dados, 1 de 8, e cliques não reconhecidos, 8\.\n {7}→ Olhe no WhatsApp\. .* groups full 1 .* groups reopen 1$/m,
  );
});
