import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { entryPage, linkPage, panelStyles, questionPage } from "#server/panel/pages.ts";
import { renderPanel } from "#server/panel/view.ts";
import { leadElsewhere } from "#server/room/room.ts";
import { busyFigures } from "./busy-figures.ts";
import { badFacts, fineFacts } from "./sample-facts.ts";

// A program of its own, because Playwright cannot read the styles of the panel: run-with-styles.mjs runs
// it. It writes its address, and ends when its input ends.

const { now } = busyFigures;
const actions = [
  { at: now - 60_000, action: "phase live", detail: null, fromPanel: true },
  { at: now - 400_000, action: "groups full", detail: "3", fromPanel: true },
  { at: now - 7_200_000, action: "restore", detail: null, fromPanel: false },
  { at: now - 90_000_000, action: "panel link", detail: null, fromPanel: false },
];
const usual = { facts: fineFacts, here: [], actions: [], mayWrite: true, renews: true };

/** The pages of the panel in each state that looks different, each by its name. */
const panelStates: ReadonlyMap<string, string> = new Map([
  ["busy", renderPanel({ ...usual, figures: busyFigures, actions })],
  ["trouble", renderPanel({ ...usual, figures: busyFigures, facts: badFacts, actions })],
  ["entry", entryPage("Zm9v")],
  [
    "link",
    linkPage(`https://black.example/painel/entrar/${"A".repeat(43)}`, {
      mayWrite: true,
      until: now,
    }),
  ],
  ["confirmation", questionPage({ action: leadElsewhere, values: {} })],
]);

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
