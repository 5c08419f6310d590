import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s list prints one line for each lead, with control characters as visible escapes",
  async (engine) => {
    const { run, signUp } = await createOperator(engine);
    await signUp({});
    const lead = { name: "\u001b[2JEve\u202e\r\n", email: "eve@example.com", whatsapp: "x" };
    await signUp({ lead });
    expect((await run(["list"])).out.split("\n")).toEqual([
      "e-mail\tnome\tWhatsApp\ttelefone\tinscrição\tentrega",
      "ana@example.com\tAna Lima\t(11) 98765-4321\t+5511987654321\t31/12/1969 21:00:00 (-03:00)\tna fila",
      "eve@example.com\t\\u001b[2JEve\\u202e\\u000d\\u000a\tx\t\t31/12/1969 21:00:00 (-03:00)\tna fila",
      "",
    ]);
  },
);

test("list puts an e-mail with special characters of a shell in quotes", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ lead: { name: "Eve", email: "-x|`id`@example.com", whatsapp: "x" } });
  expect((await run(["list"])).out).toContain("\n'-x|`id`@example.com'\tEve\t");
});

test("a delivery that list creates is due by the database's clock, not by this machine's", async () => {
  const { run, signUp, use } = await createOperator();
  await signUp({});
  await run(["list"], { clock: () => 9_000, databaseClock: () => Promise.resolve(2_000) });
  const due = await use((database) => database.selectFrom("deliveries").select("due_at").execute());
  expect(due).toEqual([{ due_at: 2_000 }]);
});

test("list shows a contact that had unsubscribed and was not subscribed again", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana", "bia");
  await deliver();
  const [ana] = fake.contacts;
  if (ana) ana.lists = { 2: 2 };
  await signUpNow("ana");
  await deliver();
  const { out } = await run(["list"]);
  expect(out).toMatch(/^ana@.*\tentregue, já tinha se descadastrado$/m);
  expect(out).toMatch(/^bia@.*\tentregue$/m);
});
