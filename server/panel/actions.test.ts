import { expect, test } from "vitest";
import { readEvent } from "#server/event/choices.ts";
import { addGroup, listGroups } from "#server/groups/groups.ts";
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
  openPanelSite,
  ownForm,
  panelNow,
} from "#tests/support/app/panel-site.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";
import { doneIn } from "#tests/support/store/done-in.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { panelPaths } from "./actions.ts";
import { revokePanelKeys } from "./keys.ts";

const { pause, resume, tryNow, phase, groupFull, room, retryAll, retryRefused, leaveRefused } =
  panelPaths;
const farFromClass = "mesmo assim, todos os visitantes verão isto já agora.";

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
  await post(tryNow, { cookie });
  const { backOffUntil, tripped } = await readCircuit(database);
  expect([backOffUntil, tripped?.probeAt]).toEqual([0, panelNow]);
});

test.each(engines)(
  "on %s the phase is chosen by hand, and given back to the clock",
  async (engine) => {
    const { post, signIn, database } = await openPanelSite({ engine });
    const cookie = await signIn();
    for (const name of ["waiting", "live", "over"] as const) {
      await post(phase(name), { cookie });
      expect((await override(database))?.phase).toEqual({ name, since: panelNow });
    }
    await post(phase("auto"), { cookie });
    expect((await override(database))?.phase).toBeUndefined();
    expect(await doneIn(database)).toEqual([
      "phase auto",
      "phase over",
      "phase live",
      "phase waiting",
    ]);
  },
);

test.each(engines)("on %s refused leads are tried again by reason, or all", async (engine) => {
  const { get, post, signIn, database } = await openPanelSite({ engine });
  const cookie = await signIn();
  const [one, other] = ["refused: status 422", "parked: status 422, the e-mail"];
  for (const [email, outcome] of [
    ["a@x.br", one],
    ["b@x.br", one],
    ["c@x.br", other],
  ] as const)
    await addDelivery(database, { email, signedUpAt: 1, state: "parked", at: 2, outcome });
  const panel = await (await get("/painel", { cookie })).text();
  expect(panel).toContain("Recusado pelo ActiveCampaign (status 422): <strong>2</strong>");
  expect(panel).toContain("(status 422, e-mail não aceito): <strong>1</strong>");
  expect(panel).not.toMatch(/x\.br|Ana|98765/);
  const question = await (await get(retryRefused(one), { cookie })).text();
  expect(question).toContain("O motivo: recusado pelo ActiveCampaign (status 422).");
  expect((await post(retryRefused(one), { cookie })).status).toBe(303);
  expect(await countParkedByOutcome(database)).toEqual([{ outcome: other, count: 1 }]);
  expect((await findUndelivered(database)).count).toBe(2);
  expect((await post(retryAll, { cookie })).status).toBe(303);
  expect(await countParkedByOutcome(database)).toEqual([]);
  // Another operator was faster: there is nothing to try again, and nothing is recorded.
  expect((await post(retryRefused(one), { cookie })).status).toBe(404);
  expect(await doneIn(database)).toEqual(["retry", `retry ${one}`]);
});

test("leaving refused leads as they are changes no delivery, and is recorded", async () => {
  const { post, signIn, database } = await openPanelSite();
  const lead = { email: "a@x.br", signedUpAt: 1, state: "parked", at: 2 } as const;
  await addDelivery(database, lead);
  await post(leaveRefused, { cookie: await signIn() });
  expect(await countParked(database)).toBe(1);
  expect((await newestOf(database, "refused left"))?.at).toBe(panelNow);
});

test("a group is marked as full, and one that does not exist is not", async () => {
  const { post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  const link = "https://chat.whatsapp.com/x";
  const group = await addGroup(database, { link, members: 10, stopAt: 9, now: panelNow });
  expect((await post(groupFull(group), { cookie })).status).toBe(303);
  expect(await listGroups(database)).toMatchObject([{ state: "closed" }]);
  const missing = await post(groupFull(99), { cookie });
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("O que você quis mudar não existe mais.");
  expect(await doneIn(database)).toEqual([`group full ${group}`]);
});

test("people are led to the room whose link is typed, and to no wrong one", async () => {
  const { post, get, signIn, database, logged } = await openPanelSite();
  const cookie = await signIn();
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
      expect.stringContaining("Nada mudou"),
    ]);
  }
  expect((await post(room, { cookie })).status).toBe(422);
  expect((await readEvent(database)).roomLink).toBe("https://sala.example/dois");
  expect(await doneIn(database)).toEqual(["room", "room"]);
  expect(logged()).not.toContain("sala.example");
});

test("each action asks first, and asking changes nothing", async () => {
  const { app, get, signIn, database } = await openPanelSite();
  const cookie = (await signIn()) ?? "";
  const before = await changeable(database);
  for (const path of all) {
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
])("%s a phase by hand warns that all visitors will see it: %s", async (_, at, warns) => {
  const { get, signIn, clock } = await openPanelSite();
  clock.now = Date.parse(at);
  const cookie = await signIn();
  const html = await (await get(phase("live"), { cookie })).text();
  expect(html.includes(farFromClass)).toBe(warns);
  expect(await (await get(phase("auto"), { cookie })).text()).not.toContain(farFromClass);
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
  for (const path of all)
    for (const answer of [await get(path, { cookie }), await post(path, { cookie })]) {
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("Este acesso ao painel é só para ver.");
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
  for (const sent of [{ cookie }, {}])
    for (const path of all) expect((await post(path, sent)).status).toBe(401);
  expect(await changeable(database)).toEqual(before);
});

test.each([
  "",
  "/apagar",
  "/fase/cancelled",
  "/recusados//tentar",
  // No text is written like this in base64url.
  "/recusados/A/tentar",
  "/grupo/0/cheio",
])("the address /painel/acao%s names no action", async (path) => {
  const { post, signIn } = await openPanelSite();
  const answer = await post(`/painel/acao${path}`, { cookie: await signIn() });
  expect(answer.status).toBe(404);
});

function override(database: Database) {
  return readEvent(database).then(({ override }) => override);
}
