// @ts-check

/**
 * Ends the program with a message: what failed, and what to do. `output` is what the failed tool printed.
 * @param {string} message
 * @param {string} [output]
 * @returns {never}
 */
export function fail(message, output = "") {
  if (output.trim()) console.error(output.trimEnd());
  console.error(message);
  process.exit(1);
}
