import { get } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import { ana } from "#tests/support/people.ts";
import { startCaddy } from "#tests/support/proxies/caddy.ts";
import { ask, isHere, type TestProxy } from "#tests/support/proxies/proxy.ts";
import { signUp } from "#tests/support/proxies/visits.ts";

const here = await isHere("caddy");
const token = "a-token-of-16-characters";
/** One address may send ten sign-ups of one e-mail at once and two a minute; further ones are held as a flood. */
const manyOfOneEmail = 25;

test.skipIf(!here)(
  "behind Caddy the page comes by https only, and stays there for a year",
  async () => {
    const { proxy } = await startBehindCaddy();
    expect(await redirectOf(proxy)).toMatch(/^308 https:\/\/site\.example(:\d+)?\/privacidade$/);
    const { status, headers } = await ask(proxy, "/");
    expect(status).toBe(200);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  },
);

test.skipIf(!here)(
  "a site named localhost asks for https for no other port of this machine",
  async () => {
    const { proxy } = await startBehindCaddy("localhost");
    const { status, headers } = await ask(proxy, "/");
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty("strict-transport-security");
  },
);

test.skipIf(!here)("behind Caddy a form without script is stored, and thanked for", async () => {
  const { proxy, site } = await startBehindCaddy();
  const { status, headers } = await ask(proxy, addContactPath, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      host: proxy.site,
      origin: `https://${proxy.site}`,
      accept: "text/html",
    },
    body: new URLSearchParams({ ...ana, apikey: links.publicKey, surface: "popup" }).toString(),
  });
  expect(status).toBe(303);
  expect(headers.location).toMatch(/^\/inscricao-recebida\?inscricao=/);
  expect(site.submissions()).toEqual([ana]);
});

test.skipIf(!here)(
  "behind Caddy a visitor cannot choose the address that counts, and shares it with no other visitor",
  async () => {
    const { proxy, site } = await startBehindCaddy();
    const signUpFrom = (from: string, claimed: string) =>
      signUp(proxy, ana.email, { from, headers: { "x-forwarded-for": claimed } });
    for (let number = 0; number < manyOfOneEmail; number++)
      await signUpFrom("127.1.1.1", `10.0.0.${number}`);
    expect(heldIn(site.databaseFile)).toBeGreaterThan(0);
    const held = heldIn(site.databaseFile);
    await signUpFrom("127.1.1.2", "127.1.1.1");
    expect(heldIn(site.databaseFile)).toBe(held);
  },
);

test.skipIf(!here)(
  "behind Caddy the metrics are hidden, also from those with the token",
  async () => {
    const { proxy, site } = await startBehindCaddy();
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${site.url}/metrics`, { headers })).status).toBe(200);
    expect((await ask(proxy, "/metrics", { headers })).status).toBe(404);
    expect((await ask(proxy, "/metrics")).body).not.toContain("sign_ups");
  },
);

async function startBehindCaddy(name = "site.example") {
  const settings = { SITE_URL: `https://${name}`, TRUSTED_PROXIES: "1", METRICS_TOKEN: token };
  const site = await startSite(settings);
  onTestFinished(site.stop);
  return { site, proxy: await startCaddy([site], name) };
}

function heldIn(file: string): number {
  const database = new Sqlite(file, { readonly: true });
  const query = "select count(*) from submissions where flag = 'flood'";
  const held = database.prepare<[], number>(query).pluck().get();
  database.close();
  return Number(held);
}

/** The status and the address to which Caddy sends a visitor who comes by http. */
function redirectOf({ site, httpPort }: TestProxy): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host: site };
    const asked = get({ host: "127.0.0.1", port: httpPort, path: "/privacidade", headers });
    asked.once("error", reject);
    asked.once("response", (response) => {
      response.resume();
      resolve(`${response.statusCode} ${response.headers.location}`);
    });
  });
}
