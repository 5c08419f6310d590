// Installs and publishes what is not up to date: all the work before the start of the server. With --back it publishes
// the version before.
import "./setup/root.mjs";
import { failPublishing, makeReady, publishBefore } from "./publish/publish.ts";
import { oneAtATime } from "./setup/one-at-a-time.mjs";
import { fail, readArguments } from "./setup/program.mjs";

if (readArguments(["--back"]).has("--back")) {
  const refusal = await oneAtATime(publishBefore);
  if (refusal) fail(refusal);
  console.log(
    "A versão anterior está publicada de novo. Reinicie o servidor para que ele a mostre. A versão retirada só volta quando algum arquivo mudar, ou com: npm run ready",
  );
} else {
  const outcome = await makeReady({ evenWithdrawn: true });
  if (outcome.kind === "failed") await failPublishing(outcome.output);
  console.log(
    "Pronto: a página está publicada. Inicie o servidor (ou reinicie) para que ele a mostre.",
  );
}
