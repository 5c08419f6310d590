import { expect, test } from "vitest";
import type { Database } from "#server/storage/tables.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { startOperating } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const refused = "422 e-mail, message";

test.each(engines)(
  "on %s who was refused is listed with the reason, and sent again",
  async (engine) => {
    const { run, signUpNow, deliver, fake, use } = await startOperating(engine);
    fake.misbehave({ on: "POST /contact/sync", how: refused });
    await signUpNow("ana", "bia\u001b");
    await deliver();
    expect(await run(["retry"])).toEqual({
      code: 0,
      out:
        "ana@example.com\tana\ttries: 1\tparked: status 422, the e-mail\n" +
        "'bia\\u001b@example.com'\tbia\\u001b\ttries: 1\tparked: status 422, the e-mail\n",
      err: "",
    });
    fake.behave();
    expect(await run(["retry", "--all"])).toMatchObject({ code: 0, out: "Due again: 2\n" });
    expect(await run(["retry"])).toMatchObject({ out: "Nobody was refused.\n" });
    expect(await use(triesOf)).toMatchObject([{ attempts: 0, refusals: 0 }, { attempts: 0 }]);
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }, {}]);
  },
);

test.each(engines)("on %s one of those who were refused is sent again alone", async (engine) => {
  const { run, signUpNow, deliver, fake } = await startOperating(engine);
  fake.misbehave({ on: "POST /contact/sync", how: refused });
  await signUpNow("ana", "bia");
  await deliver();
  fake.behave();
  expect(await run(["retry", "ANA@example.com"])).toMatchObject({
    code: 0,
    out: "ANA@example.com is due again.\n",
  });
  await deliver();
  expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
  expect((await run(["retry"])).out).toMatch(/^bia@/);
});

test("somebody who waits for a later try is tried at once", async () => {
  const { run, signUpNow, deliver, fake } = await startOperating();
  fake.misbehave({ on: "POST /contact/sync", how: "500", next: 3 });
  await signUpNow("ana");
  await deliver();
  expect(fake.contacts).toHaveLength(0);
  await run(["retry", "ana@example.com"]);
  await deliver();
  expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
});

test("somebody who was delivered, and is gone over there, is sent again", async () => {
  const { run, signUpNow, deliver, fake, clock } = await startOperating();
  await signUpNow("ana");
  await deliver();
  clock.now += 1_000;
  await remove(fake.url, fake.contacts[0]?.id);
  await run(["retry", "ana@example.com"]);
  await deliver();
  expect(fake.contacts).toMatchObject([{ id: "2", email: "ana@example.com" }]);
});

test.each(["sending", "importing", "due"] as const)("who is %s already stays so", async (state) => {
  const { run, signUpNow, use, clock } = await startOperating();
  await signUpNow("ana");
  await run(["list"]);
  const set = { state, due_at: state === "importing" ? null : clock.now };
  await use(async (database) => {
    const imported = database.insertInto("imports").values({ size: 1, sent_at: 0, checks: 0 });
    const { id } = await imported.returning("id").executeTakeFirstOrThrow();
    await database
      .updateTable("deliveries")
      .set({ ...set, import_id: id })
      .execute();
  });
  expect(await run(["retry", "ana@example.com"])).toMatchObject({
    code: 0,
    out: `ana@example.com is on the way already: ${state}.\n`,
  });
});

test.each(engines)("on %s who was lost in the books is derived anew", async (engine) => {
  const { run, signUpNow, deliver, fake, use } = await startOperating(engine);
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
  "on %s who has just signed up is known, and the books are left to the server",
  async (engine) => {
    const { run, signUpNow, use } = await startOperating(engine);
    await signUpNow("ana");
    expect(await run(["retry", "ana@example.com"])).toMatchObject({
      code: 0,
      out: "ana@example.com is on the way already: underived.\n",
    });
    expect(await run(["reconcile"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/underived +1$/m),
    });
    const settled = (database: Database) =>
      database.selectFrom("submissions").select("derived_at").execute();
    expect(await use(settled)).toEqual([{ derived_at: null }]);
  },
);

test("who is held back, or unknown, is a line that says what to do", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "honeypot" });
  expect(await run(["retry", "ana@example.com"])).toMatchObject({
    code: 1,
    err: "ana@example.com is held back. To let them go on: release -\n",
  });
  expect(await run(["retry", "bia@example.com"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^No person here has the e-mail bia@example.com/),
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
