import { sql } from "kysely";
import { expect, test } from "vitest";
import { commandsFor } from "#server/facts/fact.ts";
import { pauseDeliveries, restUntil, startFailing } from "#server/store/courier.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { countPeople } from "#server/store/operator-deliveries.ts";
import type { Database } from "#server/store/schema.ts";
import { factsAt } from "#tests/support/app/app.ts";
import { launchAt } from "#tests/support/courier/delivering.ts";
import { subjectsAt } from "#tests/support/operator/doctor-output.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { ana, bia } from "#tests/support/people.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";

const now = launchAt;
const heldNow = { flag: "honeypot", receivedAt: now } as const;
const matching = (form: RegExp) => expect.stringMatching(form);

test("what waits, was refused or is held is told by sums", async () => {
  const database = await temporaryDatabase("sqlite");
  const lead = { signedUpAt: now - 90_000, at: now, outcome: "refused: status 422" };
  await addDelivery(database, { ...lead, email: "due@example.com", state: "due" });
  for (const email of ["one@example.com", "two@example.com"])
    await addDelivery(database, { ...lead, email, state: "parked" });
  await appendSubmission(database, { lead: ana, surface: "popup", ...heldNow });
  expect(await factsOf(database)).toEqual([
    ["ActiveCampaign", "fine", "Nada impede as entregas.", ["pause"]],
    ["Na fila", "fine", "1; o mais antigo espera há 1 min.", []],
    ["Leads recusados", "trouble", matching(/^2\. /), ["retry all", "retry leave", "retry"]],
    ["Motivo", "fine", matching(/\(status 422\): 2\.$/), [matching(/^retry all --reason '.*'$/)]],
    [
      "Inscrições retidas",
      "notice",
      matching(/^1: .* \(honeypot\)\.$/),
      ["release honeypot", "release"],
    ],
  ]);
});

const noFailure = ["ActiveCampaign", "fine", "Não se sabe de nenhuma falha.", []];
const untilOne = "pediu para esperar até 11/11/2026 20:01:00 (-03:00).";

test.each([
  {
    what: "a pause",
    stop: pauseDeliveries,
    at: now,
    facts: [
      ["Envio", "notice", "Em pausa desde 11/11/2026 20:00:00 (-03:00).", ["resume"]],
      noFailure,
    ],
  },
  {
    what: "a wait",
    stop: restUntil,
    at: now + 60_000,
    facts: [["Envio", "notice", expect.stringContaining(untilOne), ["try"]], noFailure],
  },
  {
    what: "an outage",
    stop: (database: Database, at: number) =>
      startFailing(database, { now: at, reason: "status 403", until: at + 60_000 }),
    at: now,
    facts: [
      [
        "ActiveCampaign",
        "trouble",
        matching(/^Não aceita leads desde .* 20:00:00 .*\(status 403\).* 20:01:00 /),
        ["try", "doctor"],
      ],
    ],
  },
])("what stops deliveries is told, with what ends it: $what", async ({ stop, at, facts }) => {
  const database = await temporaryDatabase("sqlite");
  await stop(database, at);
  expect((await factsOf(database)).slice(0, facts.length)).toEqual(facts);
});

/** The name, level and value of each fact of the deliveries, and the words of the actions that answer the fact. */
async function factsOf(database: Database) {
  const { deliveries } = await factsAt(now, database);
  return deliveries.map((fact) => [
    fact.name,
    fact.level,
    fact.value,
    commandsFor(fact).map((command) => command.replace("npm run leads -- ", "")),
  ]);
}

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
  await signUp({ lead: ana, ...heldNow });
  await signUp({ lead: { ...ana, email: "davi@example.com" }, ...heldNow });
  expect(await use(countPeople)).toEqual({
    stored: 5,
    held: 1,
    underived: 1,
    withDelivery: 3,
    delivered: 1,
    waiting: 1,
    parked: 1,
  });
  expect(subjectsAt("ok", (await run(["doctor"])).out)).toContain("Pessoas");
});

const noTime = "due_at = null";
const nobodyFollowed = "2, e .*, 2; com entrega, 1, e .*, 0";

/** Changes of the one delivery that only a person with access to the store can make, and the sums that then differ. */
const broken = [
  ["a lead without a delivery", "delete from deliveries", "2, e .*, 1; com entrega, 0, e .*, 0"],
  ["no time", `update deliveries set ${noTime}`, nobodyFollowed],
  ["one sent without a time", `update deliveries set state = 'sending', ${noTime}`, nobodyFollowed],
  [
    "an import that is not there",
    `update deliveries set state = 'importing', import_id = 77, ${noTime}`,
    nobodyFollowed,
  ],
] as const;

test.each(broken)("%s is trouble, because the people do not add up", async (_, change, sums) => {
  const { run, signUp, use } = await createOperator();
  await signUp({});
  await run(["list"]);
  await signUp({ lead: bia });
  await use((database) => sql.raw(change).execute(database));
  expect((await run(["doctor"])).out).toMatch(
    new RegExp(`^falha {2}Pessoas: As contas não fecham: pessoas guardadas, ${sums}\\.$`, "m"),
  );
});
