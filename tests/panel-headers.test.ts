import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { panelPaths } from "#server/panel/actions.ts";
import { ownForm, startPanel, unknownLink } from "./support/built/running-panel.ts";
import { observatoryScore } from "./support/observatory.ts";

const { entry, pause } = panelPaths;

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

test("Observatory scores each page of the panel as high as the landing page", async () => {
  const landing = observatoryScore((await panel.ask("/")).headers);
  expect(landing).toBeGreaterThanOrEqual(100);
  for (const [path, , init] of pages) {
    const { headers } = await panel.asOperator(path, init);
    expect(observatoryScore(headers), path).toBeGreaterThanOrEqual(landing);
  }
  const entered = await panel.enter();
  expect(entered.headers.get("set-cookie")).toContain("__Host-");
  expect(observatoryScore(entered.headers)).toBeGreaterThanOrEqual(landing);
});

test("the score falls when a header is taken away", async () => {
  const { headers } = await panel.ask("/painel");
  for (const name of ["content-security-policy", "strict-transport-security", "referrer-policy"]) {
    const fewer = new Headers(headers);
    fewer.delete(name);
    expect(observatoryScore(fewer), name).toBeLessThan(observatoryScore(headers));
  }
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
