// Prints in Portuguese all that the owner should know about content/ before publishing, and changes nothing. Only what
// it calls a mistake prevents publishing.
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";

await ensureInstalled("production");
// This import comes after the installation, because the module needs the installed packages.
const { findAllMistakes } = await import("./content/find-mistakes.ts");
const mistakes = await findAllMistakes();
if (mistakes.length > 0) {
  console.log(`${mistakes.join("\n")}\nCorrija cada linha e rode de novo: npm run conferir`);
  process.exit(1);
}
console.log("Nenhum erro em content/. Antes de publicar, veja:");
// This module is imported late, because it loads content/, which works only without mistakes.
const { printNotes } = await import("./content/content-notes.ts");
await printNotes(Date.now());
console.log("Para publicar: npm start. Com systemd: npm run ready e depois black-ahsd-restart.");
