import { expect, test } from "vitest";
import { door } from "#phrases/panel/door.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import { revokePanelKeys } from "#server/store/panel/panel-keys.ts";
import {
  everyAction as all,
  changeable,
  openPanelSite,
  ownForm,
} from "#tests/support/app/panel-site.ts";

const { pause } = panelPaths;
const { failures } = door;

const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };

test.each([
  ["another site", foreign],
  ["a site that may send sign-ups", { origin: "https://pages.example" }],
  ["a page without an origin", { ...ownForm, origin: "null" }],
  ["a neighbour of the domain", { ...ownForm, origin: "https://blog.black.example" }],
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
    expect(await answer.text()).toContain(failures.otherSite);
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
      expect(await answer.text()).toContain(failures.readOnly);
    }
  expect((await get("/painel", { cookie })).status).toBe(200);
  expect(await changeable(database)).toEqual(before);
});

test("without a session, or after it was revoked in another tab, nothing can be changed", async () => {
  const { get, post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  expect((await get(pause, { cookie })).status).toBe(200);
  await revokePanelKeys(database, "all");
  const before = await changeable(database);
  for (const sent of [{ cookie }, {}])
    for (const path of all) expect((await post(path, sent)).status).toBe(401);
  expect(await changeable(database)).toEqual(before);
});

test.each(["", "/apagar", "/fase/cancelled", "/grupo/0/cheio", "/grupo/1e9/cheio", "/grupo/%31/x"])(
  "the address /painel/acao%s names no action",
  async (path) => {
    const { post, signIn } = await openPanelSite();
    const answer = await post(`/painel/acao${path}`, { cookie: await signIn() });
    expect(answer.status).toBe(404);
  },
);
