// @ts-check
// Installs and builds what is not up to date: all that comes before the server starts.
import "./setup/require-node.mjs";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./setup/build-if-changed.mjs";
import { fail } from "./setup/fail.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import "./setup/root.mjs";

// SITE_URL is written into the pages: it must be known before they are built.
if (existsSync(".env")) process.loadEnvFile(".env");

await oneAtATime(async () => {
  await ensureInstalled("production");
  await build();
});

// Not when `npm start` goes on from here.
if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log("Ready. Start the server, or start it again, for it to be seen.");

async function build() {
  const { ok, output } = await buildIfChanged("Building the site (about ten seconds)");
  if (ok) return;
  fail(
    "Could not build the site (vite build, above). Mend the file it names and try again.",
    output,
  );
}
