// @ts-check
// Tells the owner in Portuguese everything to know about content/ before publishing. It changes nothing. What it calls
// a mistake, and only that, stops publishing.
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";

await oneAtATime(() => ensureInstalled("production"));

// Imported only now, because it needs packages that were installed a moment ago.
const { contentMistakes, pictureMistakes } = await import("./content/mistakes.mjs");

const inContent = await contentMistakes();
if (inContent.length > 0) {
  const { length } = inContent;
  print(length === 1 ? "Há 1 erro em content/:" : `Há ${length} erros em content/:`, inContent);
  console.log("Corrija cada linha e rode de novo: npm run conferir");
  process.exit(1);
}
const inPictures = await pictureMistakes();
const picturesAreRight = inPictures.length === 0;
if (picturesAreRight) console.log("Nenhum erro em content/. Antes de publicar, veja:");
else print("Os textos estão certos, mas as imagens não. Com isto, nada é publicado:", inPictures);

// The notes are loaded only now, because they load content/ itself, which may not work while it has mistakes.
const { printNotes } = await import("./content/content-notes.ts");
await printNotes(Date.now());
console.log(
  picturesAreRight
    ? "Para publicar: npm start. Com systemd: npm run ready e depois black-ahsd-restart."
    : "Corrija as imagens e rode de novo: npm run conferir",
);
process.exit(picturesAreRight ? 0 : 1);

/**
 * @param {string} heading
 * @param {readonly string[]} mistakes
 */
function print(heading, mistakes) {
  console.log([heading, ...mistakes.map((mistake) => `  ${mistake}`)].join("\n"));
}
