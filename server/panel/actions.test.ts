import { expect, test } from "vitest";
import { readEvent } from "#server/event/choices.ts";
import { listGroups } from "#server/groups/groups.ts";
import { newestOf } from "#server/store/action-log.ts";
import { readCircuit, startBackOff, tripCircuit } from "#server/store/courier/circuit.ts";
import {
  countParked,
  countParkedByOutcome,
  findUndelivered,
} from "#server/store/deliveries/progress.ts";
import type { Database } from "#server/store/row-types.ts";
import {
  everyAction as all,
  changeable,
  cookieOf,
  openPanelSite,
  ownForm,
  panelNow,
} from "#tests/support/app/panel-site.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";
import { doneIn } from "#tests/support/store/done-in.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { startReceiver } from "#tests/support/watch/receiver.ts";
import { revokePanelKeys } from "./keys.ts";

const at = (words: string) => `/painel/acao/${words.replaceAll(" ", "/")}`;
const [pause, resume, retryAll] = [at("pause"), at("resume"), at("retry all")];
const farFromClass = "mesmo assim, todos os visitantes veem isto já agora.";

test.each(engines)("on %s the deliveries are paused and resumed from the panel", async (engine) => {
  const { post, signIn, database, logged } = await openPanelSite({ engine });
  const cookie = await signIn();
  const paused = await post(pause, { cookie });
  expect([paused.status, paused.headers.get("location")]).toEqual([303, "/painel"]);
  expect((await readCircuit(database)).pausedAt).toBe(panelNow);
  await post(resume, { cookie });
  expect((await readCircuit(database)).pausedAt).toBeUndefined();
  expect(await doneIn(database)).toEqual(["resume", "pause"]);
  expect(logged()).toMatch(/"action":"pause"/);
});

test("a failed circuit is tried at once, also if it was asked to wait", async () => {
  const { post, signIn, database } = await openPanelSite();
  const later = panelNow + 60_000;
  await tripCircuit(database, { now: panelNow, reason: "status 503", probeAt: later });
  await startBackOff(database, later);
  const cookie = await signIn();
  await post(resume, { cookie });
  await post(at("try"), { cookie });
  const { backOffUntil, tripped } = await readCircuit(database);
  expect([backOffUntil, tripped?.probeAt]).toEqual([0, panelNow]);
});

test.each(engines)(
  "on %s the phase is chosen by hand, and given back to the clock",
  async (engine) => {
    const { post, signIn, database } = await openPanelSite({ engine });
    const cookie = await signIn();
    for (const name of ["waiting", "live", "over", "cancelled"] as const) {
      await post(at(`phase ${name}`), { cookie });
      expect((await override(database))?.phase).toEqual({ name, since: panelNow });
    }
    await post(at("phase auto"), { cookie });
    expect((await override(database))?.phase).toBeUndefined();
    expect(await doneIn(database)).toEqual([
      "phase auto",
      "phase cancelled",
      "phase over",
      "phase live",
      "phase waiting",
    ]);
  },
);

test.each(engines)("on %s refused leads are tried again by reason, or all", async (engine) => {
  const { get, post, signIn, database } = await openPanelSite({ engine });
  const cookie = await signIn();
  const [one, other] = ["refused: status 422", "refused: status 422, the e-mail"];
  for (const [email, outcome] of [
    ["a@x.br", one],
    ["b@x.br", one],
    ["c@x.br", other],
  ] as const)
    await addDelivery(database, { email, signedUpAt: 1, state: "parked", at: 2, outcome });
  const panel = await (await get("/painel", { cookie })).text();
  const reason = "recusado pelo ActiveCampaign (status 422)";
  expect(panel).toContain(`${reason}: 2.`);
  expect(panel).toContain("(status 422, e-mail não aceito): 1.");
  expect(panel).not.toMatch(/x\.br|Ana|98765/);
  const link = `${retryAll}?${new URLSearchParams({ reason })}`;
  expect(panel).toContain(`href="${link}"`);
  const question = await (await get(link, { cookie })).text();
  expect(question).toContain(`Motivo: <strong>${reason}</strong>`);
  expect((await post(retryAll, { cookie, form: { reason } })).status).toBe(303);
  expect(await countParkedByOutcome(database)).toEqual([{ outcome: other, count: 1 }]);
  expect((await findUndelivered(database)).count).toBe(2);
  expect((await post(retryAll, { cookie })).status).toBe(303);
  expect(await countParkedByOutcome(database)).toEqual([]);
  expect(await doneIn(database)).toEqual(["retry all 1", "retry all 2"]);
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

test("leaving refused leads as they are changes no delivery, and is recorded", async () => {
  const { post, signIn, database } = await openPanelSite();
  const lead = { email: "a@x.br", signedUpAt: 1, state: "parked", at: 2 } as const;
  await addDelivery(database, lead);
  await post(at("retry leave"), { cookie: await signIn() });
  expect(await countParked(database)).toBe(1);
  expect((await newestOf(database, "retry leave"))?.at).toBe(panelNow);
});

test("a group is added, closed, reopened and removed from the panel", async () => {
  const { get, post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  const link = "https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv";
  expect(await (await get(at("groups add"), { cookie })).text()).toMatch(
    /Link inteiro do grupo <input type="url" name="link"[^>]* required>.*<summary>Mais/s,
  );
  const added = { link, "stop-at": "9" };
  expect((await post(at("groups add"), { cookie, form: added })).status).toBe(303);
  const [group] = await listGroups(database);
  expect(group).toMatchObject({ link, stopAt: 9, state: "open" });
  const form = { group: String(group?.id) };
  for (const [words, state] of [
    ["groups full", "closed"],
    ["groups reopen", "open"],
  ] as const) {
    expect((await post(at(words), { cookie, form })).status).toBe(303);
    expect(await listGroups(database)).toMatchObject([{ state }]);
  }
  const warned = await post(at("groups remove"), { cookie, form });
  expect(await warned.text()).toContain("Ele é o único");
  expect(await listGroups(database)).toHaveLength(1);
  await post(at("groups remove"), { cookie, form: { ...form, agreed: "1" } });
  expect(await listGroups(database)).toEqual([]);
  expect(await doneIn(database)).toEqual([
    `groups remove ${group?.id}`,
    `groups reopen ${group?.id}`,
    `groups full ${group?.id}`,
    `groups add ${group?.id}`,
  ]);
});

test("people are led to the room whose link is typed, and to no wrong one", async () => {
  const answers = async () => new Response();
  const { post, get, signIn, database, logged } = await openPanelSite({
    panel: { fetch: answers },
  });
  const cookie = await signIn();
  const room = at("room");
  const lead = (link: string) => post(room, { cookie, form: { link } });
  expect(await (await get(room, { cookie })).text()).toMatch(
    /Link inteiro da sala <input [^>]*name="link"/,
  );
  // Two links of one site follow each other within the time of a double press.
  for (const name of ["um", "dois"]) {
    const link = `https://sala.example/${name}`;
    expect((await lead(` ${link} `)).status).toBe(303);
    expect((await readEvent(database)).roomLink).toBe(link);
  }
  for (const wrong of ["", "http://sala.example/a", "https://black.example/aovivo"]) {
    const answer = await lead(wrong);
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining("Copie o link inteiro da sala"),
    ]);
  }
  expect((await post(room, { cookie })).status).toBe(422);
  expect((await readEvent(database)).roomLink).toBe("https://sala.example/dois");
  expect(await doneIn(database)).toEqual(["room", "room"]);
  expect(logged()).not.toContain("sala.example");
});

test("a room that does not answer is asked about again, and can still be chosen", async () => {
  const { post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  const form = { link: "https://sala.example/um" };
  const warned = await post(at("room"), { cookie, form });
  expect([warned.status, await warned.text()]).toEqual([
    200,
    expect.stringMatching(/O link da sala .*name="agreed" value="1"/s),
  ]);
  expect((await readEvent(database)).roomLink).toBeUndefined();
  await post(at("room"), { cookie, form: { ...form, agreed: "1" } });
  expect((await readEvent(database)).roomLink).toBe(form.link);
});

test("a new room or group is told to ALERT_URL, without its link", async () => {
  const receiver = await startReceiver();
  const env = { ALERT_URL: receiver.url };
  const { post, signIn } = await openPanelSite({ env, panel: { fetch } });
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

test.each([
  ["on the day of the class", "2026-11-11T22:00:00Z", false],
  ["a month before", "2026-10-11T22:00:00Z", true],
])("%s a phase by hand warns that all visitors will see it: %s", async (_, time, warns) => {
  const { get, signIn, clock } = await openPanelSite();
  clock.now = Date.parse(time);
  const cookie = await signIn();
  const html = await (await get(at("phase live"), { cookie })).text();
  expect(html.includes(farFromClass)).toBe(warns);
  expect(await (await get(at("phase auto"), { cookie })).text()).not.toContain(farFromClass);
});

test("a double press does the action once, and a later press does it again", async () => {
  const { post, signIn, database, clock } = await openPanelSite({ engine: "postgres" });
  const cookie = await signIn();
  const presses = [post(pause, { cookie }), post(pause, { cookie }), post(pause, { cookie })];
  for (const answer of await Promise.all(presses)) expect(answer.status).toBe(303);
  expect(await doneIn(database)).toEqual(["pause"]);
  await post(resume, { cookie });
  await post(pause, { cookie });
  expect(await doneIn(database)).toEqual(["pause", "resume", "pause"]);
  clock.now += 3_000;
  await post(pause, { cookie });
  expect(await doneIn(database)).toHaveLength(4);
  // A clock that was set back does not make a later press a double one.
  clock.now -= 3_000;
  await post(pause, { cookie });
  expect(await doneIn(database)).toHaveLength(5);
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
  const { post, signIn, database } = await openPanelSite({
    deps: { allowedOrigins: ["https://pages.example"] },
  });
  const cookie = await signIn();
  const before = await changeable(database);
  for (const path of all) {
    const answer = await post(path, { cookie, headers });
    expect([path, answer.status]).toEqual([path, 403]);
    expect(await answer.text()).toContain("O pedido não veio do painel.");
  }
  expect(await changeable(database)).toEqual(before);
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
  // An unknown cookie counts as a try, and there are more addresses than tries.
  for (const path of all) expect((await post(path)).status).toBe(401);
  for (const path of all.slice(0, 10)) expect((await post(path, { cookie })).status).toBe(401);
  expect(await changeable(database)).toEqual(before);
});

test.each(["", "/apagar", "/phase/before", "/groups", "/groups/full/2", "/retry%20all"])(
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
});

function override(database: Database) {
  return readEvent(database).then(({ override }) => override);
}
