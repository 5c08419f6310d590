import { expect, test } from "vitest";
import { newestActions } from "#server/store/action-log.ts";
import { cookieOf, openPanelSite, ownForm } from "#tests/support/app/panel-site.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { panelPaths } from "./actions.ts";
import { linkMs, revokePanelKeys } from "./keys.ts";

const wrongLink = `${panelPaths.entry}/${"A".repeat(43)}`;

test.each(engines)(
  "on %s a link leads to a button, and the button to the panel",
  async (engine) => {
    const { get, post, newLink } = await openPanelSite({ engine });
    const link = await newLink();
    expect(await (await get(link)).text()).toContain(">Entrar</button>");
    const entered = await post(link);
    expect(entered.status).toBe(303);
    expect(entered.headers.get("location")).toBe("/painel");
    expect((await get("/painel", { cookie: cookieOf(entered) })).status).toBe(200);
  },
);

test("over HTTPS the session is a __Host- cookie, hidden from scripts", async () => {
  const { post, newLink } = await openPanelSite();
  expect((await post(await newLink())).headers.get("set-cookie")).toMatch(
    /^__Host-painel=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
});

test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
  "at %s, where only this machine can look, the cookie needs no TLS",
  async (siteUrl) => {
    const { post, newLink } = await openPanelSite({ panel: { siteUrl } });
    const answer = await post(await newLink(), { headers: { origin: siteUrl } });
    expect(answer.headers.get("set-cookie")).toMatch(
      /^painel=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  },
);

test("at a public address without TLS there is no panel at all", async () => {
  const siteUrl = "http://black.example";
  const { get, post, newLink } = await openPanelSite({ panel: { siteUrl } });
  const link = await newLink();
  expect((await get("/painel")).status).toBe(404);
  expect((await get(link)).status).toBe(404);
  const used = await post(link, { headers: { origin: siteUrl } });
  expect([used.status, used.headers.get("set-cookie")]).toEqual([405, null]);
});

test("programs that look at a link leave it usable", async () => {
  const { app, get, post, newLink } = await openPanelSite();
  const link = await newLink();
  const lookers = ["WhatsApp/2.23", "TelegramBot (like TwitterBot)", "facebookexternalhit/1.1"];
  for (const agent of lookers) {
    const looked = await get(link, { headers: { "user-agent": agent } });
    expect([looked.status, looked.headers.get("set-cookie")]).toEqual([200, null]);
  }
  await get(link, { headers: { "sec-purpose": "prefetch;prerender" } });
  for (const method of ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"])
    expect((await app.request(link, { method })).headers.get("set-cookie")).toBeNull();
  expect((await post(link)).status).toBe(303);
});

test("the page of a link is the same for a right and for a wrong one", async () => {
  const { get, newLink } = await openPanelSite();
  const link = await newLink();
  const [right, wrong] = [await get(link), await get(wrongLink)];
  expect(wrong.status).toBe(right.status);
  const withoutCode = (html: string) => html.replaceAll(/entrar\/[\w-]{43}/g, "entrar/");
  expect(withoutCode(await wrong.text())).toBe(withoutCode(await right.text()));
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

test.each(engines)(
  "on %s a link that is used twenty times at once opens one session",
  async (engine) => {
    const { post, newLink, database } = await openPanelSite({ engine });
    const link = await newLink();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(link)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter((answer) => cookieOf(answer) !== undefined)).toHaveLength(1);
    expect(await newestActions(database, 9)).toMatchObject([
      { action: "panel opened", fromPanel: true },
    ]);
  },
);

test.each([
  ["another site", { ...ownForm, origin: "https://evil.example" }],
  ["a program that says nothing", {}],
])("a form of %s opens no session, and leaves the link usable", async (_, headers) => {
  const { post, newLink } = await openPanelSite();
  const link = await newLink();
  const answer = await post(link, { headers });
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null]);
  expect((await post(link)).status).toBe(303);
});

test("a session that a stranger planted does not become the operator's", async () => {
  const { get, post, newLink } = await openPanelSite();
  const planted = `__Host-painel=${"B".repeat(43)}`;
  const entered = await post(await newLink(), { cookie: planted });
  expect(cookieOf(entered)).not.toBe(planted);
  expect((await get("/painel", { cookie: planted })).status).toBe(401);
});

test("after many tries an address must wait, and other addresses need not", async () => {
  const { post, newLink } = await openPanelSite({ deps: { trustedProxies: 1 } });
  const from = (address: string) => ({ headers: { ...ownForm, "x-forwarded-for": address } });
  const tries = await Promise.all(
    Array.from({ length: 40 }, () => post(wrongLink, from("203.0.113.7"))),
  );
  expect(tries.filter(({ status }) => status === 403)).toHaveLength(20);
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(20);
  const link = await newLink();
  const refused = await post(link, from("203.0.113.7"));
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await refused.text()).toContain("Espere alguns minutos e tente de novo.");
  expect((await post(link, from("203.0.113.8"))).status).toBe(303);
});
