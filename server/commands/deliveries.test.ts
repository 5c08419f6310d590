import { expect, test } from "vitest";
import type { Database } from "#server/store/schema.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import {
  createOperatorWithActiveCampaign,
  type OperatorWithActiveCampaign,
} from "#tests/support/operator/operator-with-active-campaign.ts";
import { bia } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const minute = 60_000;
const refused = "422 e-mail, message";
const ana = "ana@example.com";
const eve = { ...bia, name: "Eve\u202e", email: "`id`@example.com", whatsapp: "x" };

test("release lists held sign-ups, and makes one a lead", async () => {
  const { run, signUp } = await createOperator();
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
  const { run, signUp, actions } = await createOperator();
  await signUp({ flag: "honeypot" });
  await signUp({ flag: "flood", lead: eve });
  const refused = ["release flood", "release honeypot", "retry all", "retry since 31/12/2099"];
  const allowed = ["pause --yes", "resume", "try", "retry leave", "phase auto"];
  for (const words of [`release ${ana}`, "release flood", ...refused, ...allowed])
    await run(words.split(" "));
  expect(await actions()).toEqual([
    "release 1",
    "release flood 1",
    "pause",
    "resume",
    "try",
    "retry leave",
    "phase auto",
  ]);
});

test("release with a mark releases all held sign-ups with it", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "honeypot" });
  await signUp({ flag: "honeypot", lead: { ...eve, email: "eve@example.com" } });
  await signUp({ flag: "flood", lead: eve });
  const { code, out } = await run(["release", "honeypot"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^Feito: Inscrições com a marca honeypot liberadas: 2\.\nElas viram leads/);
  expect(out).toMatch(/^Inscrições retidas: 1: .*\(flood\)\.\n.*\n {2}.* release flood$/m);
  expect(await run(["release", "honeypot"])).toEqual({
    code: 1,
    out: "",
    err: "Nenhuma inscrição está retida com esta marca.\n",
  });
  const { out: leads } = await run(["list"]);
  expect(leads.match(/@/g)).toHaveLength(2);
});

test("a lead waits between pause and resume, and is sent afterwards", async () => {
  const { run, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign();
  const paused =
    /^Feito: Entregas pausadas\.\n.*\n\nEnvio: Em pausa desde 11\/11\/2026 20:00:00 \(-03:00\)\.\n.*\n {2}npm run leads -- resume$/m;
  expect((await run(["pause"])).out).toMatch(paused);
  await signUpNow("ana");
  clock.now += minute;
  await deliver();
  expect(fake.requests).toEqual([]);
  // A second `pause` still reports the time at which the first pause began.
  expect((await run(["pause"])).out).toMatch(paused);
  expect((await run(["resume"])).out).toMatch(/^ActiveCampaign: Nada impede as entregas\.$/m);
  await deliver();
  expect(fake.contacts).toMatchObject([{ email: ana }]);
});

test.each([
  { words: "resume", told: /para esperar até .*\n.*\n {2}.* try$/m, sent: 0 },
  { words: "try", told: /^ActiveCampaign: Nada impede as entregas\.$/m, sent: 1 },
])("$words after a wait that ActiveCampaign asked for: $sent sent", async (row) => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  fake.misbehave({ how: "429 with a day in Retry-After", next: 1 });
  await signUpNow("ana");
  await deliver();
  expect((await run([row.words])).out).toMatch(row.told);
  await deliver();
  expect(fake.contacts).toHaveLength(row.sent);
});

test.each(engines)(
  "on %s retry lists refused leads, and sends those of a reason",
  async (engine) => {
    const { run, signUpNow, deliver, fake, use } = await createOperatorWithActiveCampaign(engine);
    fake.misbehave({ on: "POST /contact/sync", how: refused });
    await signUpNow("ana", "bia\u001b");
    await deliver();
    const reason = "recusado pelo ActiveCampaign (status 422, e-mail não aceito)";
    expect(await run(["retry"])).toEqual({
      code: 0,
      out:
        `ana@example.com\tana\ttentativas: 1\t${reason}\n` +
        `'bia\\u001b@example.com'\tbia\\u001b\ttentativas: 1\t${reason}\n`,
      err: "",
    });
    fake.behave();
    expect(await run(["retry", "all", "--reason", "recusado"])).toEqual({
      code: 1,
      out: "",
      err: "Nenhum lead está recusado, ou nenhum por este motivo.\n",
    });
    const sent = await run(["retry", "all", "--reason", reason]);
    expect(sent.out).toMatch(/^Feito: Leads recusados na fila outra vez: 2\.\n/);
    expect(sent.out).toMatch(/^Leads recusados: Nenhum\.$/m);
    expect(await run(["retry"])).toMatchObject({ out: "Nenhum lead está recusado.\n" });
    const tries = (database: Database) =>
      database.selectFrom("deliveries").select(["attempts", "refusals"]).execute();
    expect(await use(tries)).toEqual(Array(2).fill({ attempts: 0, refusals: 0 }));
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: ana }, {}]);
  },
);

test("retry with an e-mail sends only this lead again", async () => {
  const operator = await createOperatorWithActiveCampaign();
  const { run, signUpNow, deliver, fake, actions } = operator;
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
  expect(await actions()).toEqual(["retry"]);
});

test.each([
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

test("retry since sends many to the right list, imported", async () => {
  const operator = await createOperatorWithActiveCampaign();
  const { run, signUpNow, fake } = operator;
  await signUpNow(...Array.from({ length: 60 }, (_, index) => `p${index}`));
  await deliverAll(operator);
  for (const contact of fake.contacts) Object.assign(contact, { lists: { 7: 1 }, tags: [] });
  // A person who unsubscribed is not subscribed again.
  Object.assign(fake.contacts[5] ?? {}, { lists: { 2: 2 } });
  const [batches, requests] = [fake.batches.length, fake.requests.length];
  expect((await run("retry since 19:00".split(" "))).out).toMatch(
    /^Pessoas inscritas de hoje 19:00 até agora: 60 para enviar de novo, 0 já na fila\.\nFeito: Leads postos na fila outra vez: 60\.\n/,
  );
  await deliverAll(operator);
  expect(fake.batches.length - batches).toBe(1);
  expect(fake.requests.slice(requests).map(({ path }) => path)).not.toContain("/contact/sync");
  for (const [index, contact] of fake.contacts.entries()) {
    expect(contact.lists["2"]).toBe(index === 5 ? 2 : 1);
    expect(contact.tags).toEqual(["black", "new"]);
  }
});

test("retry since takes the span, refused and held ones not", async () => {
  const operator = await createOperatorWithActiveCampaign();
  const { run, signUpNow, signUp, fake, clock, deliver } = operator;
  fake.misbehave({ on: "POST /contact/sync", mentioning: "parked", how: refused });
  const start = clock.now;
  for (const [minutes, name] of ["before", "inside", "parked", "after"].entries()) {
    clock.now = start + minutes * minute;
    await signUpNow(name);
  }
  const lead = { ...bia, email: "held@example.com" };
  await signUp({ lead, flag: "honeypot", receivedAt: start + minute });
  await deliver();
  const span = ["retry", "since", "11/11", "20:01", "--to", "20:03"];
  expect((await run(span)).out).toContain(
    "de hoje 20:01 até hoje 20:03: 1 para enviar de novo, 0 já na fila.\n",
  );
  expect(await run(span)).toMatchObject({ code: 1, err: `${noneToSend}\n` });
  expect((await run(["list"])).out.match(/^\w+@.*\t(na fila|recusado)$/gm)).toEqual([
    expect.stringMatching(/^inside@.*na fila$/),
    expect.stringMatching(/^parked@.*recusado$/),
  ]);
});

const noneToSend = "Não há ninguém para enviar de novo neste período.";

test.each([
  ["depois", [], '"depois" não foi entendido como data ou hora. Escreva, por exemplo: 20:00'],
  ["ontem", ["--to", "31/02"], '"31/02" não existe.'],
  ["20:03", ["--to", "20:01"], "O fim do período vem antes do começo."],
  ["hoje", [], noneToSend],
])("retry since %s %j is refused, and says why", async (since, more, sentence) => {
  const { run, actions } = await createOperatorWithActiveCampaign();
  const { code, out, err } = await run(["retry", "since", since, ...more]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(sentence);
  expect(await actions()).toEqual([]);
});

/** Delivers, waits until the result of an import can be read, and delivers again. */
async function deliverAll({ deliver, clock }: OperatorWithActiveCampaign): Promise<void> {
  await deliver();
  clock.now += 2 * minute;
  await deliver();
}
