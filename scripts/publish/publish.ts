import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { install } from "#scripts/setup/install.ts";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";
import { fail, nothingPublished } from "#scripts/setup/program.mjs";
import { doneOrFailed, runQuietly, withProgress } from "#scripts/setup/run.mjs";
import { type BuildSettings, filesOf, presentVersion } from "./sources.ts";
import {
  buildFolder,
  completeVersion,
  isKept,
  linkAddresses,
  publishedVersion,
  switchToVersion,
  versionBefore,
} from "./versions.ts";

type Outcome =
  | { kind: "published" }
  /** The operator has withdrawn exactly these sources. */
  | { kind: "withdrawn" }
  /** The version that was published before stays. `output` says what is wrong in the sources, or why no packages were installed. */
  | { kind: "failed"; output: string };

/** This file contains the name of the version that `npm run ready -- --back` has withdrawn. */
const withdrawnRecord = "build/withdrawn";

/** Without SITE_URL, the server writes its own address into the pages when it starts: one build works for any address. */
const forServer = { SITE_URL: "" };

/** Installs the packages and publishes the present sources, if this is not done yet. */
export function makeReady({ evenWithdrawn }: { evenWithdrawn: boolean }): Promise<Outcome> {
  return oneAtATime(async () => {
    const failure = await install("production");
    if (failure)
      return { kind: "failed", output: `${failure.output.trimEnd()}\n${failure.message}` };
    return publishSources({ evenWithdrawn, settings: forServer });
  });
}

type Build = typeof checkAndBuild;
type Publishing = { evenWithdrawn?: boolean; settings?: BuildSettings; build?: Build };

/**
 * Publishes the present sources, and builds them first unless a kept version was built from them. `evenWithdrawn`: the
 * operator wants these sources even if they were withdrawn. `settings` override the settings of the operator.
 */
export async function publishSources({
  evenWithdrawn = true,
  settings = {},
  build = checkAndBuild,
}: Publishing = {}): Promise<Outcome> {
  const current = await publishedVersion();
  if (current) await linkAddresses();
  const version = await presentVersion(settings);
  // A changed setting must not publish withdrawn files again.
  const isOther = current && filesOf(current) !== filesOf(version);
  if (!evenWithdrawn && isOther && (await withdrawnFiles()) === filesOf(version))
    return { kind: "withdrawn" };
  if (!isKept(version)) {
    const { ok, output } = await build(await buildFolder(version), settings);
    // Files that were saved during the build may be part of it without having been checked.
    if ((await presentVersion(settings)) !== version)
      return { kind: "failed", output: changedMeanwhile };
    if (!ok) return { kind: "failed", output };
    await completeVersion(version);
  }
  if (current !== version) await switchToVersion(version);
  await rm(withdrawnRecord, { force: true });
  return { kind: "published" };
}

const changedMeanwhile =
  "Os arquivos mudaram enquanto a página era gerada. Espere até que todos estejam salvos e rode o comando de novo.";

/** Looks for mistakes in content/ and pictures that are not made yet, and builds if there are none. */
function checkAndBuild(
  folder: string,
  settings: BuildSettings,
): Promise<{ ok: boolean; output: string }> {
  const environment = { ...settings, NODE_ENV: "production", BUILD_FOLDER: folder };
  const build = () => runQuietly(process.execPath, ["scripts/build/build-site.ts"], environment);
  return withProgress("Gerando a página (alguns segundos)", build, doneOrFailed);
}

/** Ends the program with a message, because the sources could not be published. */
export async function failPublishing(output: string): Promise<never> {
  fail(
    (await publishedVersion())
      ? "NADA FOI PUBLICADO: a versão que já estava publicada continua. Corrija o que está escrito acima e rode de novo: npm run ready"
      : "NADA FOI PUBLICADO, e ainda não há nenhuma versão publicada. Corrija o que está escrito acima e tente de novo.",
    output,
  );
}

/**
 * Withdraws the published version, and publishes the version before it. The withdrawal is recorded first: if this
 * program is killed in between, the next start must not publish the withdrawn sources again. If there is a problem,
 * returns it.
 */
export async function publishBefore(): Promise<string | undefined> {
  const current = await publishedVersion();
  if (current === undefined) return nothingPublished;
  const before = await versionBefore(current, await withdrawnFiles());
  if (before === undefined)
    return "Não há outra versão anterior guardada. A que está publicada continua; para publicar de novo o que está nos arquivos: npm run ready";
  await writeFile(`${withdrawnRecord}.next`, current);
  await rename(`${withdrawnRecord}.next`, withdrawnRecord);
  await switchToVersion(before);
  return undefined;
}

async function withdrawnFiles(): Promise<string | undefined> {
  const version = await readFile(withdrawnRecord, "utf8").catch(() => undefined);
  return version && filesOf(version);
}
