import { existsSync } from "node:fs";
import { failPublishing, makeReady } from "./publish/publish.ts";
import { published, publishedVersion } from "./publish/versions.ts";
import { readArguments } from "./setup/program.mjs";
import { root } from "./setup/root.mjs";

readArguments([]);
const outcome = await makeReady({ evenWithdrawn: false });
if (outcome.kind === "withdrawn")
  console.error(
    "ATENÇÃO: você retirou a versão que está nos arquivos, e nada mudou desde então. O servidor mostra a versão anterior. Para publicar de novo o que está nos arquivos: npm run ready",
  );
if (outcome.kind === "failed") {
  // A version can be served only if packages are installed.
  const canServe = existsSync("node_modules") && (await publishedVersion());
  if (!canServe) await failPublishing(outcome.output);
  console.error(
    `${outcome.output.trimEnd()}\nATENÇÃO: as suas mudanças NÃO foram publicadas. O servidor mostra a versão que já estava publicada. Corrija o que está escrito acima e rode: npm run ready`,
  );
}

// Starts the server in this same process, so that a signal reaches the server itself.
await import(new URL(`${published}/server/main.js`, root).href);
