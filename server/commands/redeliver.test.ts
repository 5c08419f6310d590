import { expect, test } from "vitest";
import { countDeliveries } from "#server/store/deliveries/delivered.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import {
  createOperatorWithActiveCampaign,
  type OperatorWithActiveCampaign,
} from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const minute = 60_000;
const names = Array.from({ length: 60 }, (_, index) => `p${index}`);

test.each(engines)(
  "on %s redeliver puts people on the right list by the importer, and subscribes no person again who unsubscribed",
  async (engine) => {
    const operator = await createOperatorWithActiveCampaign(engine);
    const { run, signUpNow, fake } = operator;
    await signUpNow(...names);
    await deliverAll(operator);
    for (const contact of fake.contacts) Object.assign(contact, { lists: { 7: 1 }, tags: [] });
    Object.assign(fake.contacts[5] ?? {}, { lists: { 2: 2 } });
    const [batches, requests] = [fake.batches.length, fake.requests.length];
    const { code, out } = await run(["redeliver", "--since", "há 1 hora", "--yes"]);
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
  },
);

test.each(engines)(
  "on %s redeliver sends only the people again who signed up in the span, and leaves parked ones alone without --parked",
  async (engine) => {
    const operator = await createOperatorWithActiveCampaign(engine);
    const { run, signUpNow, signUp, fake, clock, deliver } = operator;
    fake.misbehave({ on: "POST /contact/sync", mentioning: "parked", how: "422 e-mail, message" });
    const start = clock.now;
    for (const [minutes, name] of ["before", "inside", "parked", "after"].entries()) {
      clock.now = start + minutes * minute;
      await signUpNow(name);
    }
    await signUp({
      lead: { name: "held", email: "held@example.com", whatsapp: "x" },
      flag: "honeypot",
      receivedAt: start + minute,
    });
    await deliver();
    const span = ["--since", "20:01", "--to", "20:03", "--yes"];
    expect((await run(["redeliver", ...span])).out).toMatch(
      /para enviar de novo +1\n.*já na fila.* 0\n.*recusadas +1\n[\s\S]*Pessoas na fila para enviar de novo: 1\./,
    );
    expect((await run(["redeliver", ...span])).out).toMatch(
      /para enviar de novo +0\n.*já na fila.* 1\n[\s\S]*Não há ninguém para enviar de novo/,
    );
    expect((await run(["redeliver", ...span, "--parked"])).out).toContain(
      "Pessoas na fila para enviar de novo: 1.",
    );
    fake.behave();
    await deliver();
    expect(fake.contacts.map(({ email }) => email)).toContain("parked@example.com");
    expect((await run(["list"])).out).not.toContain("held@");
  },
);

test.each(engines)(
  "on %s a lead that is being sent becomes due again, and an erased person is not sent",
  async (engine) => {
    const operator = await createOperatorWithActiveCampaign(engine);
    const { run, signUpNow, deliver, use, clock, fake } = operator;
    await signUpNow("ana", "bia");
    await deliver();
    await run(["erase", "bia@example.com", "--yes"]);
    const due_at = clock.now + minute;
    await use((database) =>
      database.updateTable("deliveries").set({ state: "sending", due_at }).execute(),
    );
    await run(["redeliver", "--since", "hoje", "--yes"]);
    await deliver();
    expect(fake.contacts.map(({ email }) => email)).toEqual(["ana@example.com"]);
    expect((await run(["reconcile"])).code).toBe(0);
  },
);

test("redeliver asks first, and changes nothing without a sim", async () => {
  const operator = await createOperatorWithActiveCampaign();
  const { run, signUpNow, deliver, use } = operator;
  await signUpNow("ana");
  await deliver();
  const questions: string[] = [];
  const answers = ["não", " Sim "];
  const prompt = (question: string) => {
    questions.push(question);
    return Promise.resolve(answers.shift());
  };
  expect(await run(["redeliver", "--since", "hoje"], { prompt })).toMatchObject({
    code: 1,
    err: "Nada mudou.\n",
  });
  expect(questions).toEqual(["Enviar de novo (pessoas: 1)? Escreva sim para continuar: "]);
  expect(await run(["redeliver", "--since", "hoje"])).toMatchObject({ code: 2 });
  expect(await use(countDeliveries)).toEqual([{ state: "delivered", count: 1 }]);
  expect(await run(["redeliver", "--since", "hoje"], { prompt })).toMatchObject({ code: 0 });
});

test("redeliver says that deliveries are paused", async () => {
  const { run, signUpNow, deliver } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  const paused = /^Entregas em pausa desde .*\. Para continuar: npm run leads -- resume$/m;
  expect((await run(["redeliver", "--since", "hoje"])).out).not.toMatch(paused);
  await run(["pause"]);
  expect((await run(["redeliver", "--since", "hoje"])).out).toMatch(paused);
});

test("redeliver needs --since, and a span that ends after it begins", async () => {
  const { run } = await createOperatorWithActiveCampaign();
  expect((await run(["redeliver"])).err).toMatch(/^Falta --since\. /);
  expect(await run(["redeliver", "--since", "hoje", "--to", "ontem"])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^--to vem antes de --since\. /),
  });
});

test("without ActiveCampaign redeliver says that people wait in the queue", async () => {
  const { run, signUp, use } = await createOperator();
  await signUp({});
  await run(["list"]);
  await use((database) =>
    database.updateTable("deliveries").set({ state: "delivered", due_at: null }).execute(),
  );
  expect((await run(["redeliver", "--since", "31/12/1969", "--yes"])).out).toContain(
    "O ActiveCampaign não está configurado. As pessoas ficam na fila",
  );
});

/** Delivers, and comes back when the result of an import can be read. */
async function deliverAll({ deliver, clock }: OperatorWithActiveCampaign): Promise<void> {
  await deliver();
  clock.now += 2 * minute;
  await deliver();
}
