// `npm run bench` measures the speeds of the page that docs/speed.md names. With ROUNDS=1 it is only a quick try.
import { once } from "node:events";
import { createServer } from "node:http";
import { cpus } from "node:os";
import { type Browser, chromium } from "@playwright/test";
import { hero } from "#content/hero.ts";
import { findChromium } from "#scripts/check/chromium.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import {
  systemFontsConfig,
  usualSystem,
  writeSystemFonts,
} from "#tests/support/machine/system-fonts.ts";
import { startSlowStart } from "./slow-start.ts";

const rounds = Number(process.env["ROUNDS"] || 15);
/** The screen of a mid-range phone; `slow-start.ts` imitates the network of the phone. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
const slowdown = 4;
/** The wait is shorter than five seconds, because the popup opens by itself after five seconds. */
const waitAfterLoadMs = 4_000;

/** `most` limits the time of our largest paint on each network line: a multiple of the time of the empty page. */
const lines = [
  { name: "9 Mbit/s", roundTripMs: 150, bitsPerSecond: 9_000_000, most: 1.2 },
  { name: "1.6 Mbit/s", roundTripMs: 150, bitsPerSecond: 1_600_000, most: 1.25 },
];
const largestPaint = `new Promise((found) => {
  new PerformanceObserver((list) => found(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
})`;

// Visits our page and an empty page in turns, so that other work on the machine slows both equally.
const site = await startSite({ TRUSTED_PROXIES: "1" });
const empty = await startEmptyPage();
await writeSystemFonts();
const path = await findChromium();
const browser = await chromium.launch({
  env: { ...process.env, FONTCONFIG_FILE: systemFontsConfig(usualSystem) },
  ...(path && { executablePath: path }),
});
console.log("| largest paint, ms | empty page | ours | in the empty page's | at most |");
console.log("|---|---:|---:|---:|---:|");
for (const line of lines) {
  const ports = [empty.port, Number(new URL(site.url).port)];
  const proxies = await Promise.all(ports.map((port) => startSlowStart(port, line)));
  const [ofEmpty, ofOurs]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1)
    for (const [index, visits] of [ofEmpty, ofOurs].entries())
      visits.push(await visit(browser, proxies[index]?.url ?? ""));
  for (const proxy of proxies) proxy.stop();
  const [ofThat, ours] = [lowerQuartile(ofEmpty), lowerQuartile(ofOurs)];
  const figures = [ofThat.toFixed(0), ours.toFixed(0), (ours / ofThat).toFixed(2), line.most];
  console.log(`| ${[line.name, ...figures].join(" | ")} |`);
}
await Promise.all([browser.close(), site.stop()]);
empty.stop();
console.log(
  `Lower quartiles of ${rounds} rounds in turns, Node ${process.versions.node}, ${cpus().length} cores.`,
);

function lowerQuartile(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 4)] ?? Number.NaN;
}

/** A page with only our headline in a system font: no page can be painted earlier. */
async function startEmptyPage() {
  const html = `<!DOCTYPE html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${hero.headline}</title><h1>${hero.headline}</h1></html>`;
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end(html);
  });
  await once(server.listen(0, "localhost"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return { port, stop: () => void server.close() };
}

/** The time until the largest paint of the page. */
async function visit(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ ...phone, hasTouch: true, locale: "pt-BR" });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(waitAfterLoadMs);
  const found = await page.evaluate<number>(largestPaint);
  await context.close();
  return found;
}
