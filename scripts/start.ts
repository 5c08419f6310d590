import { existsSync } from "node:fs";
import { failPublishing, makeReady } from "./publish/publish.ts";
import { published, publishedVersion } from "./publish/versions.ts";
import { fail, readArguments } from "./setup/program.mjs";
import { root } from "./setup/root.mjs";

readArguments([]);
const outcome = await makeReady({ evenWithdrawn: false });
if (outcome.kind === "withdrawn")
  console.error(
    "ATENÇÃO: você retirou a versão que está nos arquivos, e nada mudou desde então. O servidor mostra a versão anterior. Para publicar de novo o que está nos arquivos: npm run ready",
  );
if (outcome.kind === "failed") {
  // Without any packages no version can be served.
  const canServe = existsSync("node_modules") && (await publishedVersion());
  if (!canServe) await failPublishing(outcome.output);
  console.error(
    `${outcome.output.trimEnd()}\nATENÇÃO: as suas mudanças NÃO foram publicadas. O servidor mostra a versão que já estava publicada. Corrija o que está escrito acima e rode: npm run ready`,
  );
}
const running = await ownSiteThatRuns();
if (running) {
  const isNew = outcome.kind === "published" && outcome.isNew;
  const again = "pare-o com Ctrl-C na janela dele e rode de novo: npm start";
  fail(
    isNew
      ? `A página nova está publicada. O site da Black AHSD já roda em ${running} e ainda mostra a versão com que começou: ${again}`
      : `O site da Black AHSD já roda em ${running}. Se ele ainda mostra uma versão antiga, ${again}`,
  );
}

// Starts the server in this same process, so that a signal reaches the server itself.
await import(new URL(`${published}/server/main.js`, root).href);

/**
 * Where this site is served already by another process of this machine. Another program on the port does not answer
 * `/healthz` as ours does, and then the server itself says that the port is taken.
 */
async function ownSiteThatRuns(): Promise<string | undefined> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const address = `http://localhost:${process.env["PORT"] || "3000"}`;
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(2_000) });
    return answer.ok && (await answer.text()) === "ok\n" ? address : undefined;
  } catch {
    return undefined;
  }
}
