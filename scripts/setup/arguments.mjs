// @ts-check
import { fail } from "./fail.mjs";
import { phrases } from "./phrases.mjs";

/**
 * The arguments of this program. An argument that it does not know ends it, because a typo like `--bakc` must not
 * publish anything.
 * @param {readonly string[]} known
 */
export function readArguments(known) {
  const given = process.argv.slice(2);
  const unknown = given.find((one) => !known.includes(one));
  if (unknown !== undefined) fail(phrases.unknownArgument(unknown, known));
  return new Set(given);
}
