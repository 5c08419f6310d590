// @ts-check
// Installs and builds what is not up to date: everything that comes before the start of the server.
import "./setup/require-node.mjs";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./setup/build-if-changed.mjs";
import { fail } from "./setup/fail.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import "./setup/root.mjs";

// The settings in .env are loaded before the build, because the build writes SITE_URL into the pages.
if (existsSync(".env")) process.loadEnvFile(".env");

await oneAtATime(async () => {
  await ensureInstalled("production");
  await build();
});

// Prints this line only when this file is run as a command: `npm start` imports this file and starts the server itself.
if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log("Ready. Start the server (or restart it) to use this version.");

async function build() {
  const { ok, output } = await buildIfChanged("Building the site (a few seconds)");
  if (ok) return;
  fail(
    "Could not build the site (vite build, above). Correct the file that it names and try again.",
    output,
  );
}
