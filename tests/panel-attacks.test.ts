import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { panelPaths } from "#server/panel/actions.ts";
import { ownForm, panelSiteUrl, startPanel, unknownLink } from "./support/built/running-panel.ts";
import { openConnection, sendBare } from "./support/faults/bare-connection.ts";

const { entry, leave, pause } = panelPaths;

let panel: Awaited<ReturnType<typeof startPanel>>;

beforeAll(async () => {
  panel = await startPanel();
});
afterAll(() => panel.site.stop());

test.each([
  "/painel%0d%0aSet-Cookie:%20painel=x",
  `${unknownLink}%0d%0aLocation:%20https://evil.example`,
  `${entry}/..%2f..%2fpainel`,
  "/painel/../painel/acao/pausar",
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

test("a form with a large body is answered before the body has come", async () => {
  const { socket, answered } = openConnection(panel.site.url);
  const lines = [`POST ${pause} HTTP/1.1`, "Host: localhost", `Origin: ${panelSiteUrl}`];
  socket.write(`${lines.join("\r\n")}\r\nContent-Length: 5000000\r\n\r\na`);
  await expect.poll(answered).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});

test("search engines are told nothing of the panel", async () => {
  for (const path of ["/robots.txt", "/sitemap.xml", "/"]) {
    const { status, html } = await panel.ask(path);
    expect([path, status]).toEqual([path, 200]);
    expect(html).not.toContain("/painel");
  }
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
