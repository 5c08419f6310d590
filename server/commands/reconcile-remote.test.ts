import { expect, test } from "vitest";
import { settingsOf } from "#tests/support/operator/operator.ts";
import {
  createOperatorWithActiveCampaign,
  type OperatorWithActiveCampaign,
} from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const minute = 60_000;
const sample = ["reconcile", "--remote"];
const all = [...sample, "--all"];
const ways = [["reconcile --remote"], ["reconcile --remote --all"]];

test.each(engines)("on %s retry --incomplete completes what contacts lack", async (engine) => {
  const { run, signUpNow, deliver, fake } = await operatorWith(["ana", "bia", "caio"], engine);
  const [ana, bia, caio] = fake.contacts;
  if (ana) ana.tags = ["new"];
  if (bia) bia.lists = {};
  if (caio) Object.assign(caio, { lists: { 2: 2 }, tags: ["new"] });
  await signUpNow("`id`");
  await deliver();
  const [, , , id] = fake.contacts;
  if (id) id.tags = [];
  expect(await run(all)).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      /perdida\.\nana@example\.com\tsem a tag black\nbia@example\.com\tnão está na lista 2\ncaio@example\.com\tsem a tag black\n'`id`@example\.com'\tsem a tag black, sem a tag new\nConferidas no ActiveCampaign: 4\. Incompletas: 4\.\n$/,
    ),
    err: expect.stringMatching(/ incompleto: npm run leads -- retry --incomplete$/m),
  });
  expect(await run(["retry", "--incomplete", "--yes"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("Pessoas na fila para enviar de novo: 4."),
  });
  await deliver();
  expect(caio?.lists).toEqual({ 2: 2 });
  expect(await run(all)).toMatchObject({
    code: 0,
    out: expect.stringContaining(
      "Descadastradas da lista: 1. Elas continuam assim, também com retry --incomplete.\n",
    ),
  });
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
});

test.each(ways)("%s finds a missing contact, and only reads", async (command) => {
  const { run, signUpNow, fake, use } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await run(["list"]);
  await use((database) =>
    database.updateTable("deliveries").set({ state: "delivered", due_at: null }).execute(),
  );
  const { code, out } = await run(command.split(" "));
  expect(code).toBe(1);
  expect(out).toContain("ana@example.com\tsem contato\n");
  expect(new Set(fake.requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

test.each(ways)("%s takes the contact of no other e-mail", async (command) => {
  const { run, fake } = await operatorWith(["ana"]);
  const [ana] = fake.contacts;
  if (ana) ana.email = "another.person@example.com";
  expect((await run(command.split(" "))).out).toContain("ana@example.com\tsem contato\n");
});

test.each(ways)("%s sees more lists and tags than a page holds", async (command) => {
  const { run, fake } = await operatorWith(["ana", "bia"]);
  const lists = Array.from({ length: 20 }, (_, index) => [String(index + 3), 1]);
  const tags = Array.from({ length: 100 }, (_, index) => `other ${index}`);
  const [ana, bia] = fake.contacts;
  if (ana) {
    ana.lists = { ...ana.lists, ...Object.fromEntries(lists) };
    ana.tags = [...tags, ...ana.tags];
  }
  if (bia) bia.tags = [...tags, "new"];
  expect((await run(command.split(" "))).out).toContain(
    "bia@example.com\tsem a tag black\nConferidas no ActiveCampaign: 2. Incompletas: 1.\n",
  );
});

test("of a thousand people a hundred are checked with each request", async () => {
  const { run, fake } = await operatorWith(names(1_000));
  const before = fake.requests.length;
  const { code, out, err } = await run(all);
  expect(code).toBe(0);
  expect(out).toContain("Conferidas no ActiveCampaign: 1.000. Incompletas: 0.\n");
  expect(err).toMatch(
    /^Pessoas a conferir: 1\.000\. São pelo menos 11 pedidos, em 1 min ou mais\./m,
  );
  // Three look-ups of tags, ten pages, and the empty page after them.
  expect(fake.requests.length - before).toBe(14);
});

test("of many people on a wrong list only twenty are looked up one by one", async () => {
  const { run, fake } = await operatorWith(names(100));
  for (const contact of fake.contacts.slice(10)) contact.lists = { 7: 1 };
  const before = fake.requests.length;
  const { out } = await run(all);
  expect(out.match(/\tnão está na lista 2$/gm)).toHaveLength(90);
  expect(out).toContain("Conferidas no ActiveCampaign: 100. Incompletas: 90.\n");
  expect(fake.requests.length - before).toBeLessThan(70);
});

test("when pages do not show what contacts have, each is looked up", async () => {
  const { run } = await operatorWith(names(22));
  const withoutTags: typeof fetch = (address, init) =>
    fetch(String(address).replace("%2CcontactTags", ""), init);
  const { code, out, err } = await run(all, { fetch: withoutTags });
  expect(code).toBe(0);
  expect(out).toContain("Conferidas no ActiveCampaign: 22. Incompletas: 0.\n");
  expect(err).toMatch(/^As páginas do ActiveCampaign não mostram todos os contatos/m);
});

test("without a list and tags every contact of the account is read", async () => {
  const { run, fake, store } = await operatorWith(["ana", "bia"]);
  for (const contact of fake.contacts) Object.assign(contact, { lists: {}, tags: [] });
  const readConfig = () =>
    settingsOf(store, { ACTIVECAMPAIGN_URL: fake.url, ACTIVECAMPAIGN_TOKEN: "fake-token" });
  expect(await run(all, { readConfig })).toMatchObject({
    code: 0,
    out: expect.stringContaining("Conferidas no ActiveCampaign: 2. Incompletas: 0.\n"),
  });
});

test("without --all fifty people are checked, with progress", async () => {
  const { run, fake, use } = await operatorWith(names(51));
  for (const contact of fake.contacts) contact.tags = [];
  await use((database) => database.updateTable("deliveries").set({ due_at: null }).execute());
  const { out, err } = await run(sample);
  expect(out).toContain("Conferidas no ActiveCampaign: 50. Incompletas: 50.\n");
  expect(err).toMatch(/^Pessoas conferidas: \d+…$/m);
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
});

test("a check goes on after short failures, and waits when asked to", async () => {
  const { run, fake, clock } = await operatorWith(["ana"]);
  fake.misbehave({ on: "GET /contacts", how: "500", next: 2 });
  fake.misbehave({ on: "GET /contacts", how: "429 without Retry-After", next: 1 });
  const before = clock.now;
  expect(await run(sample)).toMatchObject({ code: 0 });
  expect(clock.now - before).toBeGreaterThanOrEqual(30_000);
});

test("a check counts unclear answers, and stops after five in a row", async () => {
  const { run, fake } = await operatorWith(["ana", "bia", "caio", "davi", "edu", "fia"]);
  fake.misbehave({ on: "GET /contacts", how: "500", next: 4 });
  expect(await run(sample)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^\w+@example\.com\tsem resposta clara: status 500$/m),
    err: expect.stringMatching(/^Pessoas sem resposta clara: 1\. Para conferir .* de novo\.$/m),
  });
  fake.misbehave({ on: "GET /contacts", how: "403" });
  const { out, err } = await run(sample);
  expect(err).toMatch(/^A conferência parou no meio: .*\(status 403\).* doctor$/m);
  expect(out.match(/@example\.com/g)).toHaveLength(5);
});

test("a check stops when a page or the tags do not come", async () => {
  const { run, fake } = await operatorWith(["ana"]);
  for (const contact of fake.contacts) contact.tags = [];
  fake.misbehave({ on: "GET /contacts", how: "403" });
  expect(await run(["retry", "--incomplete", "--yes"])).toMatchObject({
    code: 1,
    out: "Conferidas no ActiveCampaign: 0. Incompletas: 0.\n",
    err: expect.stringMatching(/^A conferência parou no meio: .*\(status 403\)/m),
  });
  fake.misbehave({ on: "GET /tags", how: "403" });
  expect((await run(sample)).err).toBe(
    "O ActiveCampaign não disse quais tags tem (status 403), por isso ninguém foi conferido. Para achar a causa: npm run leads -- doctor\n",
  );
});

/** An operator whose store has these people, all of them delivered. */
async function operatorWith(
  people: readonly string[],
  engine: (typeof engines)[number] = "sqlite",
): Promise<OperatorWithActiveCampaign> {
  const operator = await createOperatorWithActiveCampaign(engine);
  await operator.signUpNow(...people);
  await operator.deliver();
  operator.clock.now += 2 * minute;
  await operator.deliver();
  return operator;
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `p${index}`);
}
