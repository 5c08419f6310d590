import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { newestActions } from "#server/store/action-log.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { builtPage, eventPagesOf } from "#tests/support/app/pages.ts";
import { cookieOf, openPanelSite } from "#tests/support/app/panel-site.ts";
import { temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { sessionMs } from "./keys.ts";

const recorded = {
  event: { ...eventPlan, replay: { address: "https://video.example/aula", days: 3 } },
};
const landing = `<html data-phase="before"><body><script type="application/json" id="schedule">{}</script>`;
const previewed = eventPagesOf(new Map([["/", builtPage(landing)]]), recorded);
const lost = () => Promise.reject(new Error("lost"));

test.each([
  ["no cookie", undefined],
  ["a wrong cookie", `__Host-painel=${"A".repeat(43)}`],
  ["the cookie of a site without TLS", "painel=session"],
])("a browser with %s reads only how to get in; the page tells nothing else", async (_, cookie) => {
  const { get, signIn } = await openPanelSite();
  const session = await signIn();
  const own = cookie?.replace("session", session?.split("=")[1] ?? "");
  const answer = await get("/painel", { cookie: own });
  expect(answer.status).toBe(401);
  const html = await answer.clone().text();
  expect(html).toContain("Para entrar, faça um link no servidor");
  expect(html).toContain("npm run leads -- panel");
  expect(html).toBe(await (await get("/painel/previa?momento=live")).text());
  await expectPanelPage(answer);
});

const unknownLink = `/painel/entrar/${"A".repeat(43)}`;

test.each([
  ["/painel", 200],
  ["/painel/acao/pause", 200],
  [unknownLink, 200],
  ["/painel/acao/x", 404],
])("%s (%i) may run nothing, load only fonts and icon, and is not kept", async (path, status) => {
  const { get, signIn } = await openPanelSite();
  const answer = await get(path, { cookie: await signIn() });
  expect(answer.status).toBe(status);
  await expectPanelPage(answer);
});

async function expectPanelPage(answer: Response): Promise<void> {
  const { headers } = answer;
  const html = await answer.text();
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(headers.get("content-security-policy")?.split("; ")).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "upgrade-insecure-requests",
  ]);
  expect(html).not.toMatch(/<script|\sstyle=|\son\w+=|<iframe|https?:\/\/(?!www\.w3\.org)/);
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "strict-transport-security": "max-age=31536000",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringContaining("camera=()"),
  });
  for (const name of ["access-control-allow-origin", "etag"]) expect(headers.get(name)).toBeNull();
}

test("an address that tries many cookies must wait, known operators need not", async () => {
  const { get, signIn } = await openPanelSite();
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

test.each([undefined, "__Host-painel=x"])("the cookie %j costs no query", async (cookie) => {
  const { get, database } = await openPanelSite();
  await database.schema.alterTable("panel_keys").renameTo("lost").execute();
  expect((await get("/painel", { cookie })).status).toBe(401);
});

test("a session ends after twelve hours, not by a minute's clock correction", async () => {
  const { get, signIn, clock } = await openPanelSite();
  const cookie = await signIn();
  clock.now -= 60_000;
  expect((await get("/painel", { cookie })).status).toBe(200);
  clock.now += 60_000 + sessionMs - 1;
  expect((await get("/painel", { cookie })).status).toBe(200);
  clock.now += 1;
  expect((await get("/painel", { cookie })).status).toBe(401);
});

const preview = "/painel/previa";
const shownMoments = [
  ["quando=2026-11-11T19:59", "doors", "11/11/2026 19:59"],
  ["momento=replay", "replay", "terminou, com gravação"],
  ["momento=cancelled", "cancelled", "cancelada"],
] as const;

test.each(shownMoments)("with %s the panel shows the page in %s", async (query, phase, name) => {
  const { get, signIn } = await openPanelSite({ server: { eventPages: previewed, ...recorded } });
  const cookie = await signIn();
  const shown = await get(`${preview}?${query}`, { cookie });
  expect(shown.status).toBe(200);
  const page = await shown.text();
  expect(page).toContain(`data-phase="${phase}"`);
  expect(page).toContain(`Prévia: ${name}. Os visitantes não veem esta página agora.`);
  expect(page).toContain('"preview":true');
  expect(shown.headers.get("cache-control")).toBe("no-store");
  expect(shown.headers.get("cdn-cache-control")).toBeNull();
  expect(shown.headers.get("x-robots-tag")).toBe("noindex");
  const visitors = await get(`/?${query}`, { cookie });
  expect(await visitors.text()).toContain('data-phase="today"');
});

test.each(["", "?momento=replay", "?momento=lve", "?quando=hora"])(
  "for %j the panel asks which moment it shall show",
  async (query) => {
    const { get, signIn } = await openPanelSite({ server: { eventPages: previewed } });
    const page = await (await get(`${preview}${query}`, { cookie: await signIn() })).text();
    expect(page).toMatch(/name="quando" value="\d{4}-11-11T19:50"/);
    expect(page).toContain(`href="${preview}?momento=cancelled"`);
    expect(page).not.toContain("momento=replay");
  },
);

test("the panel renews itself unless that was stopped", async () => {
  const { get, signIn } = await openPanelSite();
  const cookie = await signIn();
  expect((await get("/painel", { cookie })).headers.get("refresh")).toBe("30");
  expect((await get("/painel?parado=1", { cookie })).headers.get("refresh")).toBeNull();
  expect((await get("/painel")).headers.get("refresh")).toBeNull();
});

test("a proxy that TRUSTED_PROXIES does not count is told, with what to write", async () => {
  const proxies = { see: () => undefined, needed: () => 1 };
  const { get, signIn } = await openPanelSite({ server: { proxies } });
  const cookie = await signIn();
  const html = await (await get("/painel", { cookie })).text();
  expect(html).toContain("Escreva TRUSTED_PROXIES=1 e reinicie o servidor.");
});

test("ten viewers cost one reading of the figures in five seconds", async () => {
  let readings = 0;
  const { get, signIn, clock } = await openPanelSite({
    server: {
      readDisk() {
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

test("while the store fails the panel says so, and asks again by itself", async () => {
  const { get, post, signIn, database } = await openPanelSite();
  const cookie = await signIn();
  await database.schema.alterTable("panel_keys").renameTo("lost").execute();
  const seen = await get("/painel", { cookie });
  expect([seen.status, seen.headers.get("refresh")]).toEqual([503, "30"]);
  expect(await seen.text()).toContain("O banco de dados não responde");
  const stopped = await get("/painel?parado=1", { cookie });
  expect([stopped.status, stopped.headers.get("refresh")]).toEqual([503, null]);
  const pressed = await post("/painel/acao/pause", { cookie });
  expect([pressed.status, pressed.headers.get("refresh")]).toEqual([503, null]);
});

test("a store that never answers keeps an operator waiting for seconds only", async () => {
  const readDatabase = (await temporaryDatabase("sqlite")).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => new Promise(() => {}),
  });
  const { get, signIn } = await openPanelSite({ server: { readDatabase } });
  expect((await get("/painel", { cookie: await signIn() })).status).toBe(503);
});

test("leaving ends the session of this browser alone, in the store too", async () => {
  const { get, post, signIn, database } = await openPanelSite();
  const [mine, other] = [await signIn(), await signIn()];
  const left = await post("/painel/sair", { cookie: mine });
  expect(await left.text()).toContain("Este aparelho não vê mais o painel.");
  expect(left.headers.get("set-cookie")).toMatch(/^__Host-painel=; Max-Age=0; Path=\/; .*Secure$/);
  expect((await get("/painel", { cookie: mine })).status).toBe(401);
  expect((await get("/painel", { cookie: other })).status).toBe(200);
  expect(await newestActions(database, 1)).toMatchObject([{ action: "panel closed" }]);
  expect(cookieOf(await get("/painel/sair", { cookie: other }))).toBeUndefined();
  expect((await get("/painel", { cookie: other })).status).toBe(200);
});
