/** Codes of SQLite, of the file system, of the network and of Postgres that mean the world is broken, not the code. */
const worldCodes =
  /^(SQLITE_(CANTOPEN|READONLY|NOTADB|CORRUPT|FULL|IOERR|BUSY|PERM)|E[A-Z]+$|08|25006|28|3D|3F|42501|53|57|58)/;

/** Those that a single row brings upon itself, by what it holds: the next one may fare better. */
const rowCodes = /^(SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|22|23|54|P0001)/;

/** What is wrong out there, in its own words; undefined when the mistake is ours. */
export function brokenWorld(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const isBroken = worldCodes.test(codeOf(error)) || /timeout/.test(error.message);
  return isBroken ? wordsOf(error) : undefined;
}

export function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && rowCodes.test(codeOf(error));
}

/** A refusal on two addresses at once has no message, only a code. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message || codeOf(error) : String(error);
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
