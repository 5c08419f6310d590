import { expect, test } from "vitest";
import { settingsOf } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const minute = 60_000;
const all = ["reconcile", "--remote", "--all"];

test.each(engines)(
  "on %s reconcile --remote --all names people whose contact is incomplete, and --repair sends them again",
  async (engine) => {
    const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign(engine);
    await signUpNow("ana", "bia", "caio", "davi");
    await deliver();
    const [, bia, caio, davi] = fake.contacts;
    if (bia) bia.tags = ["new"];
    if (caio) caio.lists = {};
    if (davi) Object.assign(davi, { lists: { 2: 2 }, tags: ["new"] });
    expect(await run(all)).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /perdida\.\nbia@example\.com\tsem a tag black\ncaio@example\.com\tnão está na lista 2\ndavi@example\.com\tsem a tag black\nConferidas no ActiveCampaign: 4\. Incompletas: 3\.\n$/,
      ),
      err: expect.stringMatching(/^Para enviar de novo quem está incompleto: --repair$/m),
    });
    const repaired = await run([...all, "--repair", "--yes"]);
    expect(repaired).toMatchObject({
      code: 0,
      out: expect.stringContaining("Pessoas na fila para enviar de novo: 3."),
    });
    await deliver();
    expect(davi?.lists).toEqual({ 2: 2 });
    expect(await run(all)).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        "Descadastradas da lista: 1. Elas continuam assim, também com --repair.\n",
      ),
    });
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
);

test("a thousand people are checked with a request for each hundred, also among others on the list", async () => {
  const { run, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign();
  await signUpNow(...Array.from({ length: 1_000 }, (_, index) => `p${index}`));
  await deliver();
  clock.now += 2 * minute;
  await deliver();
  const before = fake.requests.length;
  const { code, out, err } = await run(all);
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining("Conferidas no ActiveCampaign: 1.000. Incompletas: 0.\n"),
  });
  expect(err).toMatch(
    /^Pessoas a conferir: 1\.000\. São pelo menos 11 pedidos, em 1 min ou mais\./m,
  );
  // Three look-ups of tags, ten pages, and the empty page after them.
  expect(fake.requests.length - before).toBe(14);
});

test("of many people on a wrong list only twenty are looked up one by one", async () => {
  const { run, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign();
  await signUpNow(...Array.from({ length: 100 }, (_, index) => `p${index}`));
  await deliver();
  clock.now += 2 * minute;
  await deliver();
  for (const contact of fake.contacts.slice(10)) contact.lists = { 7: 1 };
  const before = fake.requests.length;
  const { out } = await run(all);
  expect(out.match(/\tnão está na lista 2$/gm)).toHaveLength(90);
  expect(out).toContain("Conferidas no ActiveCampaign: 100. Incompletas: 90.\n");
  expect(fake.requests.length - before).toBeLessThan(70);
});

test("people are looked up one by one when the pages do not show what the contacts have", async () => {
  const { run, signUpNow, deliver } = await createOperatorWithActiveCampaign();
  await signUpNow(...Array.from({ length: 22 }, (_, index) => `p${index}`));
  await deliver();
  const withoutTags: typeof fetch = (address, init) =>
    fetch(String(address).replace("%2CcontactTags", ""), init);
  const { code, out, err } = await run(all, { fetch: withoutTags });
  expect(code).toBe(0);
  expect(out).toContain("Conferidas no ActiveCampaign: 22. Incompletas: 0.\n");
  expect(err).toMatch(/^As páginas do ActiveCampaign não mostram todos os contatos/m);
});

test("reconcile --remote --all stops when a page does not come, and repairs no person", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  fake.misbehave({ on: "GET /contacts", how: "403" });
  const { code, out, err } = await run([...all, "--repair", "--yes"]);
  expect(code).toBe(1);
  expect(out).toContain("Conferidas no ActiveCampaign: 0. Incompletas: 0.\n");
  expect(err).toMatch(/^A conferência parou no meio: .*\(status 403\)/m);
});

test("reconcile --remote --repair asks first", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  const [ana] = fake.contacts;
  if (ana) ana.tags = [];
  const prompt = () => Promise.resolve("não");
  expect(await run(["reconcile", "--remote", "--repair"], { prompt })).toMatchObject({
    code: 1,
    out: expect.stringContaining("se você mudou algo, reinicie o servidor antes.\n"),
    err: expect.stringMatching(/^Nada mudou\.$/m),
  });
  await deliver();
  expect(ana?.tags).toEqual([]);
});

test("without a list and tags every contact of the account is read", async () => {
  const { run, signUpNow, deliver, fake, store } = await createOperatorWithActiveCampaign();
  await signUpNow("ana", "bia");
  await deliver();
  for (const contact of fake.contacts) Object.assign(contact, { lists: {}, tags: [] });
  const readConfig = () =>
    settingsOf(store, { ACTIVECAMPAIGN_URL: fake.url, ACTIVECAMPAIGN_TOKEN: "fake-token" });
  expect(await run(all, { readConfig })).toMatchObject({
    code: 0,
    out: expect.stringContaining("Conferidas no ActiveCampaign: 2. Incompletas: 0.\n"),
  });
});
