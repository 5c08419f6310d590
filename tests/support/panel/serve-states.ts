import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { panelStyles } from "#server/panel/answers.ts";
import { panelStates } from "./panel-states.ts";

// A program of its own, because Playwright cannot read the styles of the panel: run-with-styles.mjs runs
// it. It writes its address, and ends when its input ends.

const hash = createHash("sha256").update(panelStyles).digest("base64");
const policy = `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;
const types = new Map([
  ["woff2", "font/woff2"],
  ["svg", "image/svg+xml"],
  ["ico", "image/x-icon"],
]);

const server = createServer(async ({ url = "" }, response) => {
  const page = panelStates.get(url.slice(1));
  if (page !== undefined) {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Content-Security-Policy", policy);
    response.end(page);
    return;
  }
  const [, path, extension] = /^(\/(?:assets\/)?[\w-]+\.(woff2|svg|ico))$/.exec(url) ?? [];
  const type = types.get(extension ?? "");
  if (path === undefined || type === undefined) response.writeHead(404).end();
  else response.setHeader("Content-Type", type).end(await readFile(`public${path}`));
});

server.listen(0, "localhost", () => {
  const address = server.address();
  if (address !== null && typeof address === "object")
    console.log(`http://localhost:${address.port}`);
});
process.stdin.on("end", () => process.exit(0)).resume();
