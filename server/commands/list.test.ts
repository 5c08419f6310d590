import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { startOperating } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)("on %s every lead is a line, and what it says is only shown", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({});
  const lead = { name: "\u001b[2JEve\u202e\r\n", email: "eve@example.com", whatsapp: "x" };
  await signUp({ lead });
  expect((await run(["list"])).out.split("\n")).toEqual([
    "email\tname\twhatsapp\tphone\tsigned up\tdelivery",
    "ana@example.com\tAna Lima\t(11) 98765-4321\t+5511987654321\t1970-01-01T00:00:00.100Z\tdue",
    "eve@example.com\t\\u001b[2JEve\\u202e\\u000d\\u000a\tx\t\t1970-01-01T00:00:00.100Z\tdue",
    "",
  ]);
});

test("an e-mail that a shell would obey is listed in quotes", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ lead: { name: "Eve", email: "-x|`id`@example.com", whatsapp: "x" } });
  expect((await run(["list"])).out).toContain("\n'-x|`id`@example.com'\tEve\t");
});

test("what a command makes due is due by the courier's clock, not by this machine's", async () => {
  const { run, signUp, use } = await createOperator();
  await signUp({});
  await run(["list"], { clock: () => 9_000, databaseClock: () => Promise.resolve(2_000) });
  const due = await use((database) => database.selectFrom("deliveries").select("due_at").execute());
  expect(due).toEqual([{ due_at: 2_000 }]);
});

test("list and stats show that a contact had unsubscribed and was left so", async () => {
  const { run, signUpNow, deliver, fake } = await startOperating();
  await signUpNow("ana", "bia");
  await deliver();
  const [ana] = fake.contacts;
  if (ana) ana.lists = { 2: 2 };
  await signUpNow("ana");
  await deliver();
  const { out } = await run(["list"]);
  expect(out).toMatch(/^ana@.*\tdelivered, had-unsubscribed$/m);
  expect(out).toMatch(/^bia@.*\tdelivered$/m);
  expect((await run(["stats"])).out).toContain(
    "Unsubscribed at ActiveCampaign, and left so: 1 (see: list)\n",
  );
});
