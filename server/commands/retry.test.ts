import { expect, test } from "vitest";
import type { Database } from "#server/store/tables.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const refused = "422 e-mail, message";

test.each(engines)(
  "on %s retry lists parked leads with the reason, and --all sends them again",
  async (engine) => {
    const { run, signUpNow, deliver, fake, use } = await createOperatorWithActiveCampaign(engine);
    fake.misbehave({ on: "POST /contact/sync", how: refused });
    await signUpNow("ana", "bia\u001b");
    await deliver();
    expect(await run(["retry"])).toEqual({
      code: 0,
      out:
        "ana@example.com\tana\ttentativas: 1\trecusado pelo ActiveCampaign (status 422, o e-mail)\n" +
        "'bia\\u001b@example.com'\tbia\\u001b\ttentativas: 1\trecusado pelo ActiveCampaign (status 422, o e-mail)\n",
      err: "",
    });
    fake.behave();
    const all = await run(["retry", "--all"]);
    expect(all).toMatchObject({ code: 0, out: "Leads na fila para enviar de novo: 2\n" });
    expect(await run(["retry"])).toMatchObject({ out: "Nenhum lead está recusado.\n" });
    expect(await use(triesOf)).toMatchObject([{ attempts: 0, refusals: 0 }, { attempts: 0 }]);
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }, {}]);
  },
);

test.each(engines)("on %s retry with an e-mail sends only this lead again", async (engine) => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign(engine);
  fake.misbehave({ on: "POST /contact/sync", how: refused });
  await signUpNow("ana", "bia");
  await deliver();
  fake.behave();
  expect(await run(["retry", "ANA@example.com"])).toMatchObject({
    code: 0,
    out: "ANA@example.com será enviado de novo ao ActiveCampaign.\n",
  });
  await deliver();
  expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
  expect((await run(["retry"])).out).toMatch(/^bia@/);
});

test("retry sends a lead at once that waits for its next try", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  fake.misbehave({ on: "POST /contact/sync", how: "500", next: 4 });
  await signUpNow("ana");
  await deliver();
  expect(fake.contacts).toHaveLength(0);
  await run(["retry", "ana@example.com"]);
  await deliver();
  expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
});

test("retry sends a delivered lead again whose contact was deleted at ActiveCampaign", async () => {
  const { run, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  clock.now += 1_000;
  await remove(fake.url, fake.contacts[0]?.id);
  await run(["retry", "ana@example.com"]);
  await deliver();
  expect(fake.contacts).toMatchObject([{ id: "2", email: "ana@example.com" }]);
});

test.each([
  ["sending", "enviando"],
  ["importing", "em importação"],
  ["due", "na fila"],
] as const)("retry changes nothing for a lead that is %s", async (state, shown) => {
  const { run, signUpNow, use, clock } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await run(["list"]);
  await use(async (database) => {
    const imported = database.insertInto("imports").values({ size: 1, sent_at: 0, checks: 0 });
    const { id } = await imported.returning("id").executeTakeFirstOrThrow();
    const due_at = state === "importing" ? null : clock.now;
    await database.updateTable("deliveries").set({ state, due_at, import_id: id }).execute();
  });
  expect(await run(["retry", "ana@example.com"])).toMatchObject({
    code: 0,
    out: `ana@example.com já está a caminho do ActiveCampaign: ${shown}.\n`,
  });
});

test.each(engines)("on %s retry derives a lost lead again", async (engine) => {
  const { run, signUpNow, deliver, fake, use } = await createOperatorWithActiveCampaign(engine);
  await signUpNow("ana", "bia");
  await run(["list"]);
  await use(async (database) => {
    await database.deleteFrom("deliveries").execute();
    await database.deleteFrom("leads").where("email", "=", "bia@example.com").execute();
  });
  for (const name of ["ana", "bia"])
    expect(await run(["retry", `${name}@example.com`])).toMatchObject({ code: 0 });
  await deliver();
  expect(fake.contacts.map(({ email }) => email).sort()).toEqual([
    "ana@example.com",
    "bia@example.com",
  ]);
});

test.each(engines)(
  "on %s retry knows a new sign-up, and leaves it to the server to derive the lead",
  async (engine) => {
    const { run, signUpNow, use } = await createOperatorWithActiveCampaign(engine);
    await signUpNow("ana");
    expect(await run(["retry", "ana@example.com"])).toMatchObject({
      code: 0,
      out: "ana@example.com já está a caminho do ActiveCampaign: inscrição nova, ainda sem lead.\n",
    });
    expect(await run(["reconcile"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ inscrição nova, ainda sem lead +1$/m),
    });
    const derivedTimes = (database: Database) =>
      database.selectFrom("submissions").select("derived_at").execute();
    expect(await use(derivedTimes)).toEqual([{ derived_at: null }]);
  },
);

test("retry prints an error for a sign-up that is held back and for an unknown e-mail", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "honeypot" });
  expect(await run(["retry", "ana@example.com"])).toMatchObject({
    code: 1,
    err: "A inscrição de ana@example.com está retida. Para liberá-la: npm run leads -- release -\n",
  });
  expect(await run(["retry", "bia@example.com"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Nenhuma pessoa tem o e-mail bia@example.com/),
  });
  expect(await run(["retry", "bia@example.com", "--all"])).toMatchObject({ code: 2 });
});

function triesOf(database: Database) {
  return database.selectFrom("deliveries").select(["attempts", "refusals"]).execute();
}

async function remove(url: string, id = ""): Promise<void> {
  const headers = { "Api-Token": "fake-token" };
  await fetch(`${url}/api/3/contacts/${id}`, { method: "DELETE", headers });
}
