// @ts-check

export const nothingPublished =
  "Ainda não há nenhuma versão publicada. Para publicar a primeira: npm run ready";

/**
 * The arguments of this program. An unknown argument ends the program, because a typo like `--bakc` must not publish
 * anything.
 * @param {readonly string[]} known
 */
export function readArguments(known) {
  const written = process.argv.slice(2);
  const unknown = written.find((one) => !known.includes(one));
  if (unknown !== undefined)
    fail(
      known.length === 0
        ? `Este comando não conhece ${unknown}: rode sem nada depois do nome.`
        : `Este comando não conhece ${unknown}. O que pode vir depois do nome: ${known.join(", ")}.`,
    );
  return new Set(written);
}

/**
 * Ends the program with a message: what failed, and what to do. `output` is the output of the failed tool.
 * @param {string} message
 * @param {string} [output]
 * @returns {never}
 */
export function fail(message, output = "") {
  if (output.trim()) console.error(output.trimEnd());
  console.error(message);
  process.exit(1);
}

/**
 * Whether a version of Node runs this project: the rule is the `engines` of package.json.
 * @param {string} version
 */
export function isModern(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}
