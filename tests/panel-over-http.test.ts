import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageReportPath } from "#lead/page-report.ts";
import { panelPaths } from "#server/panel/addresses.ts";
import { addPanelKey } from "#server/panel/keys.ts";
import { report } from "#tests/support/app/report-site.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import { sendBare } from "#tests/support/faults/bare-connection.ts";
import { openSqliteIn } from "#tests/support/store/temporary-database.ts";

const { entry, leave } = panelPaths;
const pause = `${panelPaths.actions}/pause`;

// As behind a proxy with TLS: the address of the site has https, and the proxy speaks http to the server.
const panelSiteUrl = "https://black.example";
const ownForm = { origin: panelSiteUrl, "sec-fetch-site": "same-origin" };
/** A link of the right form that the server has not made. */
const unknownLink = `${panelPaths.entry}/${"A".repeat(43)}`;

let panel: Awaited<ReturnType<typeof startPanel>>;

beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel.site.stop());

const pages: [string, number, RequestInit?][] = [
  ["/painel", 200],
  [pause, 200],
  [unknownLink, 200],
  [`${entry}/x`, 403],
  [unknownLink, 403, { method: "POST", headers: ownForm }],
  [pause, 403, { method: "POST", headers: { origin: "https://evil.example" } }],
  [`${panelPaths.actions}/x`, 404],
];

test.each(pages)(
  "%s (%i) may run nothing, load only fonts and icon, and is not kept",
  async (path, status, init) => {
    const answer = await panel.asOperator(path, init);
    expect(answer.status).toBe(status);
    await expectPanelPage(answer);
  },
);

test("a stranger's page at /painel has the same headers, and tells nothing", async () => {
  const answer = await panel.ask("/painel");
  expect(answer.status).toBe(401);
  await expectPanelPage(answer);
});

async function expectPanelPage({ headers, html }: { headers: Headers; html: string }) {
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
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  expect(headers.get("permissions-policy")).toContain("camera=()");
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(headers.get("etag")).toBeNull();
}

test.each([
  "/painel%0d%0aSet-Cookie:%20painel=x",
  `${unknownLink}%0d%0aLocation:%20https://evil.example`,
  `${entry}/..%2f..%2fpainel`,
  "/painel/../painel/acao/pause",
  "//evil.example/painel",
  "/PAINEL",
  "/painel/",
])("a stranger gets no session, no redirect and no figures from %s", async (path) => {
  for (const method of ["GET", "POST"]) {
    const lines = [`${method} ${path} HTTP/1.1`, "Host: localhost", `Origin: ${panelSiteUrl}`];
    const answer = await sendBare(
      panel.site.url,
      `${lines.join("\r\n")}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(Number(answer.status)).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("location")).toBeNull();
  }
});

test("a host or a protocol that a visitor makes up changes no answer", async () => {
  const link = await panel.newLink();
  const lines = [`POST ${link} HTTP/1.1`, "Host: evil.example", "X-Forwarded-Host: evil.example"];
  const more = ["X-Forwarded-Proto: http", `Origin: ${panelSiteUrl}`, "Content-Length: 0"];
  lines.push("Connection: close");
  const answer = await sendBare(panel.site.url, `${[...lines, ...more].join("\r\n")}\r\n\r\n`);
  expect(answer.headers.get("location")).toBe("/painel");
  expect(answer.headers.get("set-cookie")).toMatch(/; Secure$/);
});

test("a proxy that TRUSTED_PROXIES does not count is told, with what to write", async () => {
  const { html } = await panel.asOperator("/painel");
  expect(html).toContain("Escreva TRUSTED_PROXIES=1 e reinicie o servidor.");
});

test("after all this the log has no secret, and leaving ends the session", async () => {
  const [, secret = "?"] = panel.cookie.split("=");
  const hash = createHash("sha256").update(secret).digest("hex");
  for (const text of [secret, hash, "A".repeat(43)])
    expect(panel.site.output()).not.toContain(text);
  expect(panel.site.output()).not.toMatch(/"level":[56]0/);
  const left = await panel.asOperator(leave, { method: "POST", headers: ownForm });
  expect(left.headers.get("set-cookie")).toContain("Max-Age=0");
  expect((await panel.asOperator("/painel")).status).toBe(401);
});

/** The built product behind a proxy with TLS, and an operator who has entered its panel. */
async function startPanel() {
  const site = await startSite({ SITE_URL: panelSiteUrl });
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${site.url}${path}`, { redirect: "manual", ...init });
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  };
  /** A link that the operator has just made on the machine of the server. */
  const newLink = async () => {
    const database = await openSqliteIn(site.dataDir);
    const { secret } = await addPanelKey(database, { mayWrite: true, now: Date.now() });
    await database.destroy();
    return `${panelPaths.entry}/${secret}`;
  };
  // A visitor, whose address the proxy has written down.
  const headers = { ...ownForm, "sec-fetch-dest": "empty", "x-forwarded-for": "203.0.113.9" };
  await ask(pageReportPath, { method: "POST", headers, body: JSON.stringify(report) });
  const entered = await ask(await newLink(), { method: "POST", headers: ownForm });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const asOperator = (path: string, init: RequestInit = {}) =>
    ask(path, { ...init, headers: { ...init.headers, cookie } });
  return { site, ask, newLink, asOperator, cookie };
}
