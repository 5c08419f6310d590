import { expect, test } from "vitest";
import { door } from "#phrases/panel/door.ts";
import { newestDeeds } from "#server/store/panel/deeds.ts";
import { cookieOf, openPanelSite } from "#tests/support/app/panel-site.ts";

const { signedOut } = door.notices;

test("leaving ends the session of this browser alone, in the store too", async () => {
  const { get, post, signIn, database } = await openPanelSite();
  const [mine, other] = [await signIn(), await signIn()];
  const left = await post("/painel/sair", { cookie: mine });
  expect(await left.text()).toContain(signedOut.sentence);
  expect(left.headers.get("set-cookie")).toMatch(/^__Host-painel=; Max-Age=0; Path=\/; .*Secure$/);
  expect((await get("/painel", { cookie: mine })).status).toBe(401);
  expect((await get("/painel", { cookie: other })).status).toBe(200);
  expect(await newestDeeds(database, 1)).toMatchObject([{ deed: "panel closed" }]);
  expect((await post("/painel/sair", { cookie: mine })).status).toBe(200);
  expect(cookieOf(await get("/painel/sair", { cookie: other }))).toBeUndefined();
  expect((await get("/painel", { cookie: other })).status).toBe(200);
});

test("leaving that cannot be recorded ends no session", async () => {
  const { get, post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  await database.schema.alterTable("deeds").renameTo("elsewhere").execute();
  expect((await post("/painel/sair", { cookie })).status).toBe(503);
  await database.schema.alterTable("elsewhere").renameTo("deeds").execute();
  expect((await get("/painel", { cookie })).status).toBe(200);
});

test("a form of another site cannot end a session", async () => {
  const { get, post, signIn } = await openPanelSite();
  const cookie = await signIn();
  const sent = { cookie, headers: { origin: "https://evil.example" } };
  expect((await post("/painel/sair", sent)).status).toBe(403);
  expect((await get("/painel", { cookie })).status).toBe(200);
});

test.each([
  ["/painel", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"], "GET, HEAD"],
  ["/painel/sair", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"], "POST"],
  ["/painel/acao/pausar", ["PUT", "DELETE", "PATCH", "OPTIONS"], "GET, HEAD, POST"],
])("%s refuses the methods %j", async (path, methods, allowed) => {
  const { app, signIn, database } = await openPanelSite();
  const cookie = (await signIn()) ?? "";
  for (const method of methods) {
    const { status, headers } = await app.request(path, { method, headers: { cookie } });
    expect([method, status, headers.get("allow")]).toEqual([method, 405, allowed]);
  }
  expect(await newestDeeds(database, 9)).toHaveLength(1);
});

test("HEAD gets the headers of the panel without its figures", async () => {
  const { app, signIn } = await openPanelSite();
  const headers = { cookie: (await signIn()) ?? "" };
  const answer = await app.request("/painel", { method: "HEAD", headers });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
});
