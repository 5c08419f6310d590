import { expect, test } from "vitest";
import type { Database } from "#server/store/row-types.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { ana } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)("on %s reconcile counts each person once, none is lost", async (engine) => {
  const { run, signUp, signUpNow, deliver, fake, clock } =
    await createOperatorWithActiveCampaign(engine);
  fake.misbehave({ on: "POST /contact/sync", mentioning: "bia", how: "422 e-mail, message" });
  await signUpNow("ana", "bia");
  await deliver();
  await signUpNow("caio");
  await run(["list"]);
  // Caio signs up twice, and a second sign-up of Ana is held back: both count as one person.
  await signUpNow("caio");
  const held = { flag: "honeypot", receivedAt: clock.now } as const;
  await signUp({ lead: ana, ...held });
  await signUp({ lead: { ...ana, email: "davi@example.com" }, ...held });
  const { code, out, err } = await run(["reconcile"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(counts(out)).toMatchObject({
    "pessoas guardadas": "4",
    entregues: "1",
    "a caminho": "1",
    "inscrição nova, ainda sem lead": "1",
    recusadas: "1",
    retidas: "1",
    soma: "4",
  });
  expect(out).toContain("\nNenhuma pessoa está perdida.\n");
});

test.each(engines)("on %s reconcile lists the lost, whom retry sends again", async (engine) => {
  const { run, signUpNow, use } = await createOperatorWithActiveCampaign(engine);
  const names = ["`ana`", "bia", "caio", "davi", "edu"];
  await signUpNow(...names, "fine");
  await run(["list"]);
  await use(losePeople);
  const { code, out, err } = await run(["reconcile"]);
  expect(code).toBe(1);
  expect(counts(out)).toMatchObject({ "pessoas guardadas": "6", "a caminho": "1", soma: "1" });
  expect(out).toContain("Pessoas perdidas: 5\n");
  expect(out.split("\n").filter((line) => line.includes("@"))).toEqual([
    "'`ana`@example.com'",
    ...names.slice(1).map((name) => `${name}@example.com`),
  ]);
  expect(err).toMatch(/Para enviar uma delas: npm run leads -- retry -$/m);
  for (const name of names) await run(["retry", `${name}@example.com`]);
  expect(counts((await run(["reconcile"])).out)).toMatchObject({ "a caminho": "6", soma: "6" });
});

test.each(engines)("on %s a person in an import counts as waiting", async (engine) => {
  const { run, signUpNow, use } = await createOperatorWithActiveCampaign(engine);
  expect(counts((await run(["reconcile"])).out)).toMatchObject({
    "pessoas guardadas": "0",
    soma: "0",
  });
  await signUpNow("ana");
  await run(["list"]);
  await use(async (database) => {
    const imported = { size: 1, sent_at: 0, checks: 0, batch: "b", check_at: 1 };
    const adding = database.insertInto("imports").values(imported).returning("id");
    const { id } = await adding.executeTakeFirstOrThrow();
    const travelling = { state: "importing", due_at: null, import_id: id } as const;
    await database.updateTable("deliveries").set(travelling).execute();
  });
  expect(counts((await run(["reconcile"])).out)).toMatchObject({ "em importação": "1", soma: "1" });
});

test.each([
  [2, ["--all"], "--all só funciona junto com --remote."],
  [2, ["--repair"], "A opção --repair não existe neste comando."],
  [1, ["--remote"], "O ActiveCampaign não está configurado: --remote não tem o que conferir."],
])("reconcile ends with %i for %j without ActiveCampaign", async (code, args, line) => {
  const { run } = await createOperator();
  const { err, ...result } = await run(["reconcile", ...args]);
  expect(result).toEqual({ code, out: "" });
  expect(err).toContain(line);
});

/** Changes the stored rows of five people so that each of them counts as lost, each in a different way. */
async function losePeople(database: Database): Promise<void> {
  const of = (name: string) =>
    database.selectFrom("leads").select("id").where("email", "=", `${name}@example.com`);
  const deliveries = database.updateTable("deliveries");
  await database.deleteFrom("deliveries").where("lead_id", "in", of("`ana`")).execute();
  await database.deleteFrom("deliveries").where("lead_id", "in", of("bia")).execute();
  await database.deleteFrom("leads").where("email", "=", "bia@example.com").execute();
  await deliveries.set({ due_at: null }).where("lead_id", "in", of("caio")).execute();
  const orphaned = { state: "importing", due_at: null, import_id: 77 } as const;
  await deliveries.set(orphaned).where("lead_id", "in", of("davi")).execute();
  const endless = { state: "sending", due_at: null } as const;
  await deliveries.set(endless).where("lead_id", "in", of("edu")).execute();
}

function counts(out: string): Record<string, string> {
  const rows = [...out.matchAll(/^ *(\S.*?) +([\d.]+)$/gm)];
  return Object.fromEntries(rows.map(([, name = "", count = ""]) => [name, count]));
}
