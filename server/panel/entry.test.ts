import { expect, test } from "vitest";
import { newestActions } from "#server/store/action-log.ts";
import { cookieOf, openPanelSite, ownForm } from "#tests/support/app/panel-site.ts";
import { panelPaths } from "./addresses.ts";
import { linkMs, revokePanelKeys } from "./keys.ts";

const wrongLink = `${panelPaths.entry}/${"A".repeat(43)}`;

test("a link leads to a button, and the button to the panel, whatever a visitor makes up", async () => {
  const { get, post, newLink, clock } = await openPanelSite();
  const link = await newLink();
  expect(await (await get(link)).text()).toContain(
    '<form method="post"><button class="button">Entrar<',
  );
  clock.now += linkMs - 1;
  const madeUp = { host: "evil.example", "x-forwarded-host": "evil.example" };
  const headers = { ...ownForm, ...madeUp, "x-forwarded-proto": "http" };
  const entered = await post(link, { headers });
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/painel"]);
  expect(entered.headers.get("set-cookie")).toMatch(
    /^__Host-painel=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect((await get("/painel", { cookie: cookieOf(entered) })).status).toBe(200);
});

test.each([
  ["to another action", "..%2Facao%2Fphase%2Fcancelled"],
  ["to another site", "%2F%2Fevil.example"],
  ["that was cut", "A".repeat(42)],
  ["that is too long", "A".repeat(44)],
])("a link %s shows no button", async (_, code) => {
  const { get } = await openPanelSite();
  const answer = await get(`${panelPaths.entry}/${code}`);
  expect(answer.status).toBe(403);
  expect(await answer.text()).not.toContain("<form");
});

test.each(["http://localhost:3000", "http://[::1]:3000"])(
  "at %s, where only this machine can look, the cookie needs no TLS",
  async (siteUrl) => {
    const { post, newLink } = await openPanelSite({ env: { SITE_URL: siteUrl } });
    const answer = await post(await newLink(), { headers: { origin: siteUrl } });
    expect(answer.headers.get("set-cookie")).toMatch(
      /^painel=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  },
);

test("at a public address without TLS there is no panel at all", async () => {
  const siteUrl = "http://black.example";
  const { get, post, newLink } = await openPanelSite({ env: { SITE_URL: siteUrl } });
  const link = await newLink();
  expect((await get("/painel")).status).toBe(404);
  expect((await get(link)).status).toBe(404);
  const used = await post(link, { headers: { origin: siteUrl } });
  expect([used.status, used.headers.get("set-cookie")]).toEqual([405, null]);
});

test("programs that look at a link leave it usable", async () => {
  const { app, post, newLink } = await openPanelSite();
  const link = await newLink();
  for (const method of ["GET", "HEAD", "OPTIONS", "PUT"])
    expect((await app.request(link, { method })).headers.get("set-cookie")).toBeNull();
  expect((await post(link)).status).toBe(303);
});

test("the store holds no secret of a link or of a session", async () => {
  const { get, post, newLink, database } = await openPanelSite();
  const link = await newLink();
  const [name, session = ""] = cookieOf(await post(link))?.split("=") ?? [];
  const rows = await database.selectFrom("panel_keys").selectAll().execute();
  expect(rows).toHaveLength(1);
  for (const secret of [link.slice(-43), session]) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
  // A thief who has read the hash of a session's secret in a backup cannot use it as a secret.
  const cookie = `${name}=${rows[0]?.session_hash}`;
  expect((await get("/painel", { cookie })).status).toBe(401);
});

test.each(["used", "old", "revoked", "wrong", "cut"])(
  "a link that is %s is refused with one sentence and the command",
  async (how) => {
    const { post, newLink, clock, database, logged } = await openPanelSite();
    let link = await newLink();
    if (how === "used") await post(link);
    if (how === "old") clock.now += linkMs;
    if (how === "revoked") await revokePanelKeys(database, "all");
    if (how === "wrong") link = wrongLink;
    if (how === "cut") link = link.slice(0, -1);
    const answer = await post(link);
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
    const html = await answer.text();
    expect(html).toContain("Cada link vale uma vez, por dez minutos.");
    expect(html).toContain("npm run leads -- panel");
    expect(logged()).not.toContain(link.split("/").at(-1));
  },
);

test("an address that tries many links must wait, another one need not", async () => {
  const { post, newLink } = await openPanelSite();
  const from = async (address: string, link = wrongLink) => {
    const answer = await post(link, { headers: { ...ownForm, "x-forwarded-for": address } });
    return [answer.status, answer.headers.get("retry-after")];
  };
  for (let count = 0; count < 20; count += 1)
    expect(await from("203.0.113.7")).toEqual([403, null]);
  const link = await newLink();
  expect(await from("203.0.113.7", link)).toEqual([429, "6"]);
  expect(await from("203.0.113.8", link)).toEqual([303, null]);
});

test("a link that is used twenty times at once opens one session", async () => {
  const { post, newLink, database } = await openPanelSite();
  const link = await newLink();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(link)));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.filter((answer) => cookieOf(answer) !== undefined)).toHaveLength(1);
  expect(await newestActions(database, 9)).toMatchObject([
    { action: "panel opened", fromPanel: true },
  ]);
});
