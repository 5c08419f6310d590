import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { ana, bia } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)("on %s list prints one safe line for each lead", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({});
  await signUp({
    lead: { name: "\u001b[2JEve\u202e\r\n", email: "-x|`id`@example.com", whatsapp: "x" },
  });
  expect((await run(["list"])).out.split("\n")).toEqual([
    "e-mail\tnome\tWhatsApp\ttelefone\tinscrição\tentrega",
    "ana@example.com\tAna Lima\t(11) 98765-4321\t+5511987654321\t31/12/1969 21:00:00 (-03:00)\tna fila",
    "'-x|`id`@example.com'\t\\u001b[2JEve\\u202e\\u000d\\u000a\tx\t\t31/12/1969 21:00:00 (-03:00)\tna fila",
    "",
  ]);
});

test("a delivery that list creates is due by the database's clock", async () => {
  const { run, signUp, use } = await createOperator();
  await signUp({});
  await run(["list"], { clock: () => 9_000, databaseClock: () => Promise.resolve(2_000) });
  const due = await use((database) => database.selectFrom("deliveries").select("due_at").execute());
  expect(due).toEqual([{ due_at: 2_000 }]);
});

test("list shows who had unsubscribed and was not subscribed again", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana", "bia");
  await deliver();
  Object.assign(fake.contacts[0] ?? {}, { lists: { 2: 2 } });
  await signUpNow("ana");
  await deliver();
  const { out } = await run(["list"]);
  expect(out).toMatch(/^ana@.*\tentregue, já tinha se descadastrado$/m);
  expect(out).toMatch(/^bia@.*\tentregue$/m);
});

test.each(engines)("on %s commands show who wants to hear of the next class", async (engine) => {
  const operator = await createOperatorWithActiveCampaign(engine);
  const receivedAt = operator.clock.now;
  await operator.signUp({ lead: ana, wording: "aviso-1" });
  await operator.signUp({ lead: bia, wording: "aviso-proxima-1", receivedAt });
  const output = async (...words: string[]) => (await operator.run(words)).out;
  expect(await output("list")).toMatch(
    /^ana@.*\tna fila$\n^bia@.*\tna fila, quer saber da próxima aula$/m,
  );
  expect(await output("find", ana.email)).not.toContain("próxima aula");
  expect(await output("find", bia.email)).toMatch(/^próxima aula +quer saber$/m);
  expect(await output("stats")).toContain("\nQuerem saber da próxima aula: 1\n");
  expect(JSON.parse(await output("stats", "--json"))).toMatchObject({ wantNext: 1 });
  expect(await output("export")).toMatch(/,wants_next\r\nana@.*,\r\nbia@.*,yes\r\n$/);
  expect(await output("export", "--excel")).toContain(";Quer saber da próxima aula;");
  expect(JSON.parse(await output("access", bia.email))).toMatchObject({
    lead: { wants_next: 1 },
    signUps: [{ sentence: expect.stringContaining("próxima Black AHSD") }],
  });
  await operator.deliver();
  expect(await output("retry", "--since", "há 1 hora", "--yes")).toContain(
    " Para quem quer saber da próxima aula, as tags são: next. ",
  );
});
