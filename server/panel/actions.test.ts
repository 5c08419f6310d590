import { expect, test } from "vitest";
import { readEvent } from "#server/event/choices.ts";
import { listGroups } from "#server/groups/groups.ts";
import { countParkedByOutcome } from "#server/store/operator-deliveries.ts";
import {
  everyAction as all,
  changeable,
  cookieOf,
  openPanelSite,
  ownForm,
} from "#tests/support/app/panel-site.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";
import { doneIn } from "#tests/support/store/done-in.ts";
import { startReceiver } from "#tests/support/watch/receiver.ts";
import { revokePanelKeys } from "./keys.ts";

const at = (words: string) => `/painel/acao/${words.replaceAll(" ", "/")}`;
const [pause, resume, retryAll] = [at("pause"), at("resume"), at("retry all")];

test("refused leads are tried again by the reason that their link names", async () => {
  const { get, post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  const [one, other] = ["refused: status 422", "refused: status 422, the e-mail"];
  for (const [email, outcome] of [
    ["a@x.br", one],
    ["c@x.br", other],
  ] as const)
    await addDelivery(database, { email, signedUpAt: 1, state: "parked", at: 2, outcome });
  const reason = "recusado pelo ActiveCampaign (status 422)";
  const link = `${retryAll}?${new URLSearchParams({ reason })}`;
  expect(await (await get("/painel", { cookie })).text()).toContain(`href="${link}"`);
  const question = await (await get(link, { cookie })).text();
  expect(question).toContain(`Motivo: <strong>${reason}</strong>`);
  expect((await post(retryAll, { cookie, form: { reason } })).status).toBe(303);
  expect(await countParkedByOutcome(database)).toEqual([{ outcome: other, count: 1 }]);
});

test("what another operator did before is refused, and not recorded", async () => {
  const { post, signIn, database } = await openPanelSite();
  const answer = await post(retryAll, { cookie: await signIn() });
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining("Nenhum lead está recusado"),
  ]);
  expect(await doneIn(database)).toEqual([]);
});

test("a room that does not answer is asked about again, and can still be chosen", async () => {
  const { post, signIn, database, logged } = await openPanelSite();
  const cookie = await signIn();
  const present = async () => (await readEvent(database)).roomLink;
  const lead = (form: Record<string, string>) => post(at("room"), { cookie, form });
  const warned = await lead({ link: "https://sala.example/um" });
  expect([warned.status, await warned.text()]).toEqual([
    200,
    expect.stringMatching(/O link da sala .*name="agreed" value="1"/s),
  ]);
  expect(await present()).toBeUndefined();
  // The second link is sent within the time of a double press, but counts, because it is another link.
  for (const link of ["https://sala.example/um", "https://sala.example/dois"]) {
    await lead({ link: ` ${link} `, agreed: "1" });
    expect(await present()).toBe(link);
  }
  expect(await doneIn(database)).toEqual(["room", "room"]);
  expect(logged()).not.toContain("sala.example");
});

test("a new room or group is told to ALERT_URL, without its link", async () => {
  const receiver = await startReceiver();
  const env = { ALERT_URL: receiver.url };
  const { post, signIn } = await openPanelSite({ env, server: { fetch } });
  const cookie = await signIn();
  await post(at("pause"), { cookie });
  const link = "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv";
  await post(at("groups add"), { cookie, form: { link } });
  await expect.poll(() => receiver.told()).toEqual(["changed groups add"]);
  expect(JSON.stringify(receiver.received)).toContain("Grupo 1 posto na lista");
  expect(JSON.stringify(receiver.received)).not.toContain("AbCdEf");
});

test("each action asks first, and asking changes nothing", async () => {
  const { app, get, signIn, database } = await openPanelSite();
  const cookie = (await signIn()) ?? "";
  const before = await changeable(database);
  for (const path of all.filter((one) => one !== "/painel/link")) {
    const answer = await get(path, { cookie });
    expect([path, answer.status, answer.headers.get("refresh")]).toEqual([path, 200, null]);
    expect(await answer.text()).toContain(`action="${path}"`);
    await app.request(path, { method: "HEAD", headers: { cookie } });
  }
  expect(await (await get(pause, { cookie })).text()).toContain("Pausar as entregas?");
  expect(await changeable(database)).toEqual(before);
});

test("a double press does the action once, and a later press does it again", async () => {
  const { post, signIn, database, clock } = await openPanelSite({ engine: "postgres" });
  const cookie = await signIn();
  const presses = [post(pause, { cookie }), post(pause, { cookie }), post(pause, { cookie })];
  for (const { status, headers } of await Promise.all(presses))
    expect([status, headers.get("location")]).toEqual([303, "/painel"]);
  expect(await doneIn(database)).toEqual(["pause"]);
  await post(resume, { cookie });
  await post(pause, { cookie });
  expect(await doneIn(database)).toEqual(["pause", "resume", "pause"]);
  clock.now += 3_000;
  await post(pause, { cookie });
  expect(await doneIn(database)).toHaveLength(4);
  // After the clock was set back, a later press is not taken for a double press.
  clock.now -= 3_000;
  await post(pause, { cookie });
  expect(await doneIn(database)).toHaveLength(5);
});

test("two limits for one group in a row are two presses, and both are recorded", async () => {
  const { post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  const link = "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv";
  await post(at("groups add"), { cookie, form: { link } });
  for (const limit of ["500", "600"])
    await post(at("groups reopen"), { cookie, form: { group: "1", "stop-at": limit } });
  expect((await listGroups(database)).map(({ stopAt }) => stopAt)).toEqual([600]);
  expect(await doneIn(database)).toEqual(["groups reopen 1", "groups reopen 1", "groups add 1"]);
});

const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };

test.each([
  ["another site", foreign],
  ["a site that may send sign-ups", { origin: "https://pages.example" }],
  ["a page without an origin", { ...ownForm, origin: "null" }],
  ["the same host without TLS", { ...ownForm, origin: "http://black.example" }],
  ["another port of the host", { ...ownForm, origin: "https://black.example:8443" }],
  ["a neighbour of the domain", { ...ownForm, origin: "https://blog.black.example" }],
  ["a neighbour that hides its origin", { ...ownForm, "sec-fetch-site": "same-site" }],
  ["a browser that says cross-site", { ...ownForm, "sec-fetch-site": "cross-site" }],
  ["a program that says nothing", {}],
])("a form of %s changes nothing, although the browser sends the session", async (_, headers) => {
  const { post, signIn, newLink, database } = await openPanelSite({
    server: { allowedOrigins: ["https://pages.example"] },
  });
  const cookie = await signIn();
  const link = await newLink();
  const before = await changeable(database);
  for (const path of [...all, "/painel/sair", link]) {
    const answer = await post(path, { cookie, headers });
    expect([path, answer.status]).toEqual([path, 403]);
    expect(await answer.text()).toContain("O pedido não veio do painel.");
  }
  expect(await changeable(database)).toEqual(before);
  expect((await post(link)).status).toBe(303);
});

test("a session that may only read can change nothing, and is not even asked", async () => {
  const { get, post, signIn, database } = await openPanelSite();
  const cookie = await signIn(false);
  const before = await changeable(database);
  for (const path of all) {
    const answers = [await post(path, { cookie })];
    if (path !== "/painel/link") answers.push(await get(path, { cookie }));
    for (const answer of answers) {
      expect([path, answer.status]).toEqual([path, 403]);
      expect(await answer.text()).toContain("Este acesso ao painel é só para ver.");
    }
  }
  expect((await get("/painel", { cookie })).status).toBe(200);
  expect(await changeable(database)).toEqual(before);
});

test("without a session, or after it was revoked, nothing can be changed", async () => {
  const { get, post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  expect((await get(pause, { cookie })).status).toBe(200);
  await revokePanelKeys(database, "all");
  const before = await changeable(database);
  // Each unknown cookie counts as a try to sign in. The test sends the cookie to only ten addresses, because there
  // are more addresses than allowed tries.
  for (const path of all) expect((await post(path)).status).toBe(401);
  for (const path of all.slice(0, 10)) expect((await post(path, { cookie })).status).toBe(401);
  expect(await changeable(database)).toEqual(before);
});

test.each(["", "/phase/before", "/groups/full/2", "/retry%20all"])(
  "the address /painel/acao%s names no action",
  async (path) => {
    const { post, signIn } = await openPanelSite();
    const answer = await post(`/painel/acao${path}`, { cookie: await signIn() });
    expect(answer.status).toBe(404);
  },
);

test.each(["groups/full?group=99", "groups/full?group=abc", "groups/remove?group=99"])(
  "a stale or wrong link to %s changes nothing, and says why",
  async (path) => {
    const { get, post, signIn, database } = await openPanelSite();
    const cookie = await signIn();
    const [address = "", query] = path.split("?");
    const form = { ...Object.fromEntries(new URLSearchParams(query)), agreed: "1" };
    expect([200, 422]).toContain((await get(`/painel/acao/${path}`, { cookie })).status);
    expect((await post(`/painel/acao/${address}`, { cookie, form })).status).toBe(422);
    expect(await doneIn(database)).toEqual([]);
  },
);

test.each([
  { form: {}, mayWrite: true },
  { form: { "read-only": "1" }, mayWrite: false },
])("an open session makes a link for another device: $form", async ({ form, mayWrite }) => {
  const { get, post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  const shown = await (await post("/painel/link", { cookie, form })).text();
  const [, path = ""] = /black\.example(\/painel\/entrar\/[\w-]{43})/.exec(shown) ?? [];
  expect(shown).toContain("<svg");
  const other = cookieOf(await post(path));
  const answer = await get(pause, { cookie: other });
  expect(answer.status).toBe(mayWrite ? 200 : 403);
  const detail = mayWrite ? "" : " read-only";
  expect(await doneIn(database)).toContain(`panel link${detail}`);
  expect(await (await get("/painel", { cookie })).text()).toContain(
    "Link do painel criado, pelo painel",
  );
});
