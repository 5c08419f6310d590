import { expect, test } from "vitest";
import { door } from "#phrases/panel/door.ts";
import { revokePanelKeys, sessionMs } from "#server/store/panel/panel-keys.ts";
import { openPanelSite } from "#tests/support/app/panel-site.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const { notSignedIn, storeFails } = door.notices;
const lost = () => Promise.reject(new Error("lost"));

test.each([
  ["no cookie", undefined],
  ["a wrong cookie", `__Host-painel=${"A".repeat(43)}`],
  ["an empty cookie", "__Host-painel="],
  ["a very long cookie", `__Host-painel=${"A".repeat(8_000)}`],
  ["the cookie of a site without TLS", "painel=session"],
])("a browser with %s reads only how to get in", async (_, cookie) => {
  const { get, signIn } = await openPanelSite();
  const session = await signIn();
  const own = cookie?.replace("session", session?.split("=")[1] ?? "");
  const answer = await get("/painel", { cookie: own });
  expect(answer.status).toBe(401);
  const html = await answer.text();
  expect(html).toContain(notSignedIn.sentence);
  expect(html).toContain("npm run leads -- panel");
  expect(html).toBe(await (await get("/painel")).text());
});

test("an address that tries many cookies must wait, and the operators there who are known need not", async () => {
  const { get, signIn } = await openPanelSite({ deps: { trustedProxies: 1 } });
  const from = (address: string, cookie?: string) =>
    get("/painel", { cookie, headers: { "x-forwarded-for": address } });
  const [known, other] = [await signIn(), await signIn()];
  await from("203.0.113.7", known);
  const wrong = (index: number) => `__Host-painel=${String(index).padStart(43, "A")}`;
  const tries = await Promise.all(
    Array.from({ length: 40 }, (_, index) => from("203.0.113.7", wrong(index))),
  );
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(19);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(21);
  expect((await from("203.0.113.7", known)).status).toBe(200);
  expect((await from("203.0.113.7", other)).status).toBe(429);
  expect((await from("203.0.113.8", other)).status).toBe(200);
});

test.each(engines)("on %s a session ends at once when it is revoked", async (engine) => {
  const { get, signIn, database } = await openPanelSite({ engine });
  const cookie = await signIn();
  expect((await get("/painel", { cookie })).status).toBe(200);
  await revokePanelKeys(database, "all");
  expect((await get("/painel", { cookie })).status).toBe(401);
});

test("a session ends after twelve hours, and not when the clock is corrected by a minute", async () => {
  const { get, signIn, clock } = await openPanelSite();
  const cookie = await signIn();
  clock.now -= 60_000;
  expect((await get("/painel", { cookie })).status).toBe(200);
  clock.now += 60_000 + sessionMs;
  expect((await get("/painel", { cookie })).status).toBe(401);
});

test("the panel renews itself every 30 seconds unless the operator has stopped that, and is never kept", async () => {
  const { get, signIn } = await openPanelSite();
  const cookie = await signIn();
  const { headers } = await get("/painel", { cookie });
  expect(headers.get("refresh")).toBe("30");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect((await get("/painel?parado=1", { cookie })).headers.get("refresh")).toBeNull();
  expect((await get("/painel")).headers.get("refresh")).toBeNull();
});

test("ten viewers cost one reading of the figures in five seconds", async () => {
  let readings = 0;
  const { get, signIn, clock } = await openPanelSite({
    panel: {
      readFigures() {
        readings += 1;
        return lost();
      },
    },
  });
  const cookie = await signIn();
  await Promise.all(Array.from({ length: 10 }, () => get("/painel", { cookie })));
  expect(readings).toBe(1);
  clock.now += 5_000;
  await get("/painel", { cookie });
  expect(readings).toBe(2);
});

test("while the figures cannot be read, the panel says what is wrong, and asks again by itself", async () => {
  const trouble = {
    name: "gravacao-parada",
    sentence: "O disco está cheio.",
    command: "df -h",
  } as const;
  const troubles = () => [trouble];
  const { get, signIn } = await openPanelSite({ panel: { readFigures: lost, troubles } });
  const cookie = await signIn();
  const answer = await get("/painel", { cookie });
  expect([answer.status, answer.headers.get("refresh")]).toEqual([503, "30"]);
  expect((await get("/painel?parado=1", { cookie })).headers.get("refresh")).toBeNull();
  expect((await get("/painel")).status).toBe(401);
});

test("when the store fails, an operator who was there before still sees the panel, a stranger does not", async () => {
  let clockOfStore: () => Promise<number> = lost;
  const { get, post, signIn, clock } = await openPanelSite({
    panel: { databaseClock: () => clockOfStore() },
  });
  clockOfStore = () => Promise.resolve(clock.now);
  const [known, other] = [await signIn(), await signIn()];
  await get("/painel", { cookie: known });
  clockOfStore = lost;
  const seen = await get("/painel", { cookie: known });
  expect(seen.status).toBe(503);
  expect(await seen.text()).not.toContain(storeFails.sentence);
  const unseen = await get("/painel", { cookie: other });
  expect([unseen.status, unseen.headers.get("refresh")]).toEqual([503, "30"]);
  expect(await unseen.text()).toContain(storeFails.sentence);
  expect((await post("/painel/acao/pausar", { cookie: known })).status).toBe(503);
  clock.now += sessionMs;
  expect(await (await get("/painel", { cookie: known })).text()).toContain(storeFails.sentence);
});

test("a store that never answers keeps the operator waiting for some seconds only", async () => {
  const { get, signIn } = await openPanelSite({
    panel: { readFigures: () => new Promise(() => {}) },
  });
  expect((await get("/painel", { cookie: await signIn() })).status).toBe(503);
});
