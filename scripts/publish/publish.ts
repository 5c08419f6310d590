import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { install } from "#scripts/setup/install.ts";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";
import { fail, nothingPublished } from "#scripts/setup/program.mjs";
import { doneOrFailed, runPackage, runQuietly, withProgress } from "#scripts/setup/run.mjs";
import { type BuildSettings, readSources, type Sources } from "./sources.ts";
import {
  buildFolder,
  completeVersion,
  linkAddresses,
  otherVersions,
  publishedVersion,
  switchToVersion,
} from "./versions.ts";

type Outcome =
  | { kind: "published" }
  /** The operator has withdrawn just these sources. */
  | { kind: "withdrawn" }
  /** The published version stays. `output` tells what is wrong in the sources, or why the packages were not installed. */
  | { kind: "failed"; output: string };

/** Holds the fingerprint of the source files that `npm run ready -- --back` has withdrawn. */
const withdrawnRecord = "build/withdrawn";

/** The server writes its own address into the pages when it starts: one build serves any address. */
const forServer = { SITE_URL: "" };

/** Installs the packages and publishes the present sources, as far as this is not done yet. */
export function makeReady({ evenWithdrawn }: { evenWithdrawn: boolean }): Promise<Outcome> {
  return oneAtATime(async () => {
    const failure = await install("production");
    if (failure)
      return { kind: "failed", output: `${failure.output.trimEnd()}\n${failure.message}` };
    return publishSources({ evenWithdrawn, settings: forServer });
  });
}

type Publishing = { evenWithdrawn?: boolean; settings?: BuildSettings };

/**
 * Publishes the present sources, and builds them first unless a kept version has them. `evenWithdrawn`: the operator asks
 * for these sources, also if they were withdrawn. `settings` count before those of the operator.
 */
export async function publishSources({
  evenWithdrawn = true,
  settings = {},
}: Publishing = {}): Promise<Outcome> {
  const current = await publishedVersion();
  if (current) await linkAddresses();
  const sources = await readSources(settings);
  // Another setting does not publish withdrawn files again.
  const isOther = current && current.filesFingerprint !== sources.filesFingerprint;
  if (!evenWithdrawn && isOther && (await withdrawnFiles()) === sources.filesFingerprint)
    return { kind: "withdrawn" };
  const kept = [current, ...(await otherVersions())];
  const built = kept.find((version) => version?.fingerprint === sources.fingerprint);
  if (!built) {
    const { ok, output } = await buildVersion(sources, settings);
    if (!ok) return { kind: "failed", output };
  }
  const name = built?.name ?? (await completeVersion(sources));
  if (current?.name !== name) await switchToVersion(name);
  await rm(withdrawnRecord, { force: true });
  return { kind: "published" };
}

/**
 * Builds into the folder of a version that is not complete yet. Files that were saved during the build may be in it
 * without having been checked, so the build counts only if the sources are still the same after it.
 */
async function buildVersion(sources: Sources, settings: BuildSettings) {
  const folder = await buildFolder(sources);
  const build = () => checkAndBuild(folder, settings);
  const outcome = await withProgress("Gerando a página (alguns segundos)", build, doneOrFailed);
  const isSame = (await readSources(settings)).fingerprint === sources.fingerprint;
  if (isSame) return outcome;
  return {
    ok: false,
    output:
      "Os arquivos mudaram enquanto a página era gerada. Espere até que todos estejam salvos e rode o comando de novo.",
  };
}

/** Looks for mistakes in content/ and for pictures that are not made, and builds if there are none. */
async function checkAndBuild(folder: string, settings: BuildSettings) {
  const checked = await runQuietly(process.execPath, ["scripts/publish/print-mistakes.ts"]);
  if (!checked.ok) return checked;
  const environment = { ...settings, NODE_ENV: "production", BUILD_FOLDER: folder };
  return runPackage("vite/bin/vite.js", ["build", "--app"], environment);
}

/** Ends the program after sources that could not be published. */
export async function failPublishing(output: string): Promise<never> {
  fail(
    (await publishedVersion())
      ? "NADA FOI PUBLICADO: a versão que já estava publicada continua. Corrija o que está escrito acima e rode de novo: npm run ready"
      : "NADA FOI PUBLICADO, e ainda não há nenhuma versão publicada. Corrija o que está escrito acima e tente de novo.",
    output,
  );
}

/**
 * Withdraws the published version, and publishes the version before it. The record is written first: if this program is
 * killed in between, the next start must not publish the withdrawn sources again. Returns why it cannot, if it cannot.
 */
export async function publishBefore(): Promise<string | undefined> {
  const current = await publishedVersion();
  if (current === undefined) return nothingPublished;
  const notAgain = [current.filesFingerprint, await withdrawnFiles()];
  const before = (await otherVersions()).find((one) => !notAgain.includes(one.filesFingerprint));
  if (before === undefined)
    return "Não há outra versão anterior guardada. A que está publicada continua; para publicar de novo o que está nos arquivos: npm run ready";
  await writeFile(`${withdrawnRecord}.next`, current.filesFingerprint);
  await rename(`${withdrawnRecord}.next`, withdrawnRecord);
  await switchToVersion(before.name);
  return undefined;
}

function withdrawnFiles(): Promise<string | undefined> {
  return readFile(withdrawnRecord, "utf8").catch(() => undefined);
}
