import { expect, test } from "vitest";
import { newestActions } from "#server/store/action-log.ts";
import type { Database } from "#server/store/row-types.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import {
  createOperatorWithActiveCampaign,
  type OperatorWithActiveCampaign,
} from "#tests/support/operator/operator-with-active-campaign.ts";
import { countDelivered } from "#tests/support/store/count-delivered.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const eve = { name: "Eve\u202e", email: "`id`@example.com", whatsapp: "x" };

test.each(engines)("on %s release lists held sign-ups, and makes one a lead", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({ flag: "honeypot" });
  await signUp({ flag: "flood", lead: eve });
  expect(await run(["release", "ANA@example.com"])).toMatchObject({
    code: 0,
    out: "Inscrições liberadas: 1\n",
  });
  const { out } = await run(["list"]);
  expect(out).toContain("ana@example.com\t");
  expect(out).not.toContain("`id`");
  expect((await run(["release"])).out).toBe(
    "'`id`@example.com'\tEve\\u202e\tx\t31/12/1969 21:00:00 (-03:00)\tinscrições demais com o mesmo e-mail ou da mesma rede (flood)\n",
  );
  expect(await run(["release", eve.email])).toMatchObject({ code: 0 });
});

test("what a command changed is in the log of actions, without a person", async () => {
  const { run, signUp, use } = await createOperator();
  await signUp({ flag: "honeypot" });
  for (const words of ["release ana@example.com", "pause", "resume", "retry --all", "phase auto"])
    await run(words.split(" "));
  const actions = await use((database) => newestActions(database, 10));
  expect(actions.map(({ action, detail, fromPanel }) => [action, detail, fromPanel])).toEqual([
    ["phase", "auto", false],
    ["resume", null, false],
    ["pause", null, false],
    ["release", "1", false],
  ]);
});

test.each(engines)("on %s release --all releases all held sign-ups", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({ flag: "honeypot" });
  await signUp({ flag: "honeypot", lead: eve });
  expect(await run(["release", "--all"])).toMatchObject({ out: "Inscrições liberadas: 2\n" });
  expect(await run(["release", "--all"])).toMatchObject({
    code: 0,
    out: "Inscrições liberadas: 0\n",
  });
  expect((await run(["release"])).out).toBe("Nenhuma inscrição está retida.\n");
});

test.each(engines)(
  "on %s a lead waits between pause and resume, and is sent afterwards",
  async (engine) => {
    const { run, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign(engine);
    expect(await run(["pause"])).toEqual({
      code: 0,
      out:
        "Agora nada é enviado ao ActiveCampaign. Os novos leads ficam guardados até você rodar resume.\n" +
        "Entregas em pausa desde 11/11/2026 20:00:00 (-03:00). Para continuar: npm run leads -- resume\nLeads na fila: 0\n",
      err: "",
    });
    await signUpNow("ana");
    clock.now += 60_000;
    await deliver();
    expect(fake.requests).toEqual([]);
    // A second `pause` still reports the time at which the first pause began.
    expect((await run(["pause"])).out).toMatch(
      /^Entregas em pausa desde 11\/11\/2026 20:00:00 .*\nLeads na fila: 1$/m,
    );
    expect(await run(["resume"])).toEqual({
      code: 0,
      out:
        "As entregas não estão em pausa.\n" +
        "Nenhuma pausa, falha ou espera impede as entregas.\nLeads na fila: 1\n",
      err: "",
    });
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
  },
);

test("resume does not end a wait that ActiveCampaign asked for", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  fake.misbehave({ how: "429 without Retry-After", next: 1 });
  await signUpNow("ana");
  await deliver();
  expect((await run(["resume"])).out).toMatch(
    /pediu para esperar até .+\. Para não esperar: npm run leads -- resume --now/,
  );
  await deliver();
  expect(fake.requests).toHaveLength(1);
});

test.each(engines)(
  "on %s resume --now also ends a wait that ActiveCampaign asked for",
  async (engine) => {
    const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign(engine);
    fake.misbehave({ how: "429 with a day in Retry-After", next: 1 });
    await signUpNow("ana");
    await deliver();
    expect((await run(["resume", "--now"])).out).toContain(
      "Nenhuma pausa, falha ou espera impede as entregas.",
    );
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
  },
);

const minute = 60_000;
const refused = "422 e-mail, message";
const ana = "ana@example.com";

test.each(engines)("on %s retry lists refused leads, --all sends them again", async (engine) => {
  const { run, signUpNow, deliver, fake, use } = await createOperatorWithActiveCampaign(engine);
  fake.misbehave({ on: "POST /contact/sync", how: refused });
  await signUpNow("ana", "bia\u001b");
  await deliver();
  expect(await run(["retry"])).toEqual({
    code: 0,
    out:
      "ana@example.com\tana\ttentativas: 1\trecusado pelo ActiveCampaign (status 422, e-mail não aceito)\n" +
      "'bia\\u001b@example.com'\tbia\\u001b\ttentativas: 1\trecusado pelo ActiveCampaign (status 422, e-mail não aceito)\n",
    err: "",
  });
  fake.behave();
  const sent = await run(["retry", "--all"]);
  expect(sent).toMatchObject({ code: 0, out: "Leads na fila para enviar de novo: 2\n" });
  expect(await run(["retry"])).toMatchObject({ out: "Nenhum lead está recusado.\n" });
  const tries = (database: Database) =>
    database.selectFrom("deliveries").select(["attempts", "refusals"]).execute();
  expect(await use(tries)).toEqual(Array(2).fill({ attempts: 0, refusals: 0 }));
  await deliver();
  expect(fake.contacts).toMatchObject([{ email: ana }, {}]);
});

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
  expect(fake.contacts).toMatchObject([{ email: ana }]);
  expect((await run(["retry"])).out).toMatch(/^bia@/);
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
  expect(await run(["retry", ana])).toMatchObject({
    code: 0,
    out: `ana@example.com já está a caminho do ActiveCampaign: ${shown}.\n`,
  });
});

test.each(engines)("on %s --since sends many to the right list by the importer", async (engine) => {
  const operator = await createOperatorWithActiveCampaign(engine);
  const { run, signUpNow, fake } = operator;
  await signUpNow(...Array.from({ length: 60 }, (_, index) => `p${index}`));
  await deliverAll(operator);
  for (const contact of fake.contacts) Object.assign(contact, { lists: { 7: 1 }, tags: [] });
  // A person who unsubscribed is not subscribed again.
  Object.assign(fake.contacts[5] ?? {}, { lists: { 2: 2 } });
  const [batches, requests] = [fake.batches.length, fake.requests.length];
  const { code, out } = await run(["retry", "--since", "há 1 hora", "--yes"]);
  expect(code).toBe(0);
  expect(out).toMatch(/ {2}para enviar de novo +60$/m);
  expect(out).toContain("a lista 2 e com as tags black, new, como diz o .env agora.");
  expect(out).toContain("Pessoas na fila para enviar de novo: 60.");
  await deliverAll(operator);
  expect(fake.batches.length - batches).toBe(1);
  expect(fake.requests.slice(requests).map(({ path }) => path)).not.toContain("/contact/sync");
  for (const [index, contact] of fake.contacts.entries()) {
    expect(contact.lists["2"]).toBe(index === 5 ? 2 : 1);
    expect(contact.tags).toEqual(["black", "new"]);
  }
});

test.each(engines)("on %s --since takes the span, refused ones only with --all", async (engine) => {
  const operator = await createOperatorWithActiveCampaign(engine);
  const { run, signUpNow, signUp, fake, clock, deliver } = operator;
  fake.misbehave({ on: "POST /contact/sync", mentioning: "parked", how: refused });
  const start = clock.now;
  for (const [minutes, name] of ["before", "inside", "parked", "after"].entries()) {
    clock.now = start + minutes * minute;
    await signUpNow(name);
  }
  const lead = { name: "held", email: "held@example.com", whatsapp: "x" };
  await signUp({ lead, flag: "honeypot", receivedAt: start + minute });
  await deliver();
  const span = ["retry", "--since", "20:01", "--to", "20:03", "--yes"];
  expect((await run(span)).out).toMatch(
    /para enviar de novo +1\n.*já na fila.* 0\n.*recusadas +1\n[\s\S]*Pessoas na fila para enviar de novo: 1\./,
  );
  expect((await run(span)).out).toMatch(
    /para enviar de novo +0\n.*já na fila.* 1\n[\s\S]*Não há ninguém para enviar de novo/,
  );
  expect((await run([...span, "--all"])).out).toContain("Pessoas na fila para enviar de novo: 1.");
  fake.behave();
  await deliver();
  expect(fake.contacts.map(({ email }) => email)).toContain("parked@example.com");
  expect((await run(["list"])).out).not.toContain("held@");
});

test("retry --since asks first, and changes nothing without a sim", async () => {
  const { run, signUpNow, deliver, use } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  const questions: string[] = [];
  const answers = ["não", " Sim "];
  const prompt = (asked: string) => {
    questions.push(asked);
    return Promise.resolve(answers.shift());
  };
  const args = ["retry", "--since", "hoje"];
  expect(await run(args, { prompt })).toMatchObject({
    code: 1,
    out: expect.stringContaining("se você mudou algo, reinicie o servidor antes.\n"),
    err: expect.stringMatching(/^Nada mudou\.$/m),
  });
  expect(questions).toEqual(["Enviar de novo (pessoas: 1)? Escreva sim para continuar: "]);
  expect(await run(args)).toMatchObject({ code: 2 });
  expect(await use(countDelivered)).toBe(1);
  expect(await run(args, { prompt })).toMatchObject({ code: 0 });
});

/** Delivers, and comes back when the result of an import can be read. */
async function deliverAll({ deliver, clock }: OperatorWithActiveCampaign): Promise<void> {
  await deliver();
  clock.now += 2 * minute;
  await deliver();
}
