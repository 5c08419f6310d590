// Tells the owner in Portuguese everything to know about content/ before publishing. It changes nothing. What it calls
// a mistake, and only that, stops publishing.
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";

await ensureInstalled("production");
// Imported only now, because they need packages that were installed a moment ago.
const { findAllMistakes } = await import("./content/find-mistakes.ts");
const mistakes = await findAllMistakes();
if (mistakes.length > 0) {
  console.log(`${mistakes.join("\n")}\nCorrija cada linha e rode de novo: npm run conferir`);
  process.exit(1);
}
console.log("Nenhum erro em content/. Antes de publicar, veja:");
// It loads content/ itself, which works only without mistakes.
const { printNotes } = await import("./content/content-notes.ts");
await printNotes(Date.now());
console.log("Para publicar: npm start. Com systemd: npm run ready e depois black-ahsd-restart.");
