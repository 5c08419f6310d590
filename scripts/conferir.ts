// Tells the owner in Portuguese everything to know about content/ before publishing. It changes nothing. What it calls
// a mistake, and only that, stops publishing.
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";
import { runQuietly } from "./setup/run.mjs";

await ensureInstalled("production");
const { ok, output } = await runQuietly(process.execPath, ["scripts/publish/print-mistakes.ts"]);
if (!ok) {
  console.log(`${output.trimEnd()}\nCorrija cada linha e rode de novo: npm run conferir`);
  process.exit(1);
}
console.log("Nenhum erro em content/. Antes de publicar, veja:");
// Imported only now, because it needs packages that were installed a moment ago, and content/ without mistakes.
const { printNotes } = await import("./content/content-notes.ts");
await printNotes(Date.now());
console.log("Para publicar: npm start. Com systemd: npm run ready e depois black-ahsd-restart.");
