/** Error codes of SQLite, of the file system, of the network and of Postgres for causes outside of our code. */
const outageCodes =
  /^(SQLITE_(CANTOPEN|READONLY|NOTADB|CORRUPT|FULL|IOERR|BUSY|PERM)|E[A-Z]+$|08|25006|28|3D|3F|42501|53|57|58)/;

/** Error codes for a row that the store refuses because of its values. Another row may be accepted. */
const rowCodes = /^(SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|22|23|54|P0001)/;

/**
 * Error messages of pg and its pool that come without a code, word for word, each with a sentence that says what it
 * means.
 */
const meanings = new Map([
  ["timeout exceeded when trying to connect", "no connection to Postgres was free in time"],
  ["Connection terminated due to connection timeout", "Postgres took no connection in time"],
  ["timeout expired", "Postgres took no connection in time"],
  ["Connection terminated unexpectedly", "Postgres or the network ended the connection"],
  ["Connection terminated", "the connection to Postgres was closed"],
  [
    "Client has encountered a connection error and is not queryable",
    "the connection to Postgres broke before this query",
  ],
  ["Client was closed and is not queryable", "the connection to Postgres was closed"],
  ["Cannot use a pool after calling end on the pool", "the connections to Postgres are closed"],
  ["The server does not support SSL connections", "Postgres offers no SSL"],
  [
    "There was an error establishing an SSL connection",
    "the SSL connection to Postgres could not be made",
  ],
]);

/**
 * A problem of the store that our own code found. Its message is our own text, so the server may write it into its log.
 */
export class StoreOutage extends Error {}

/** Returns the reason why the store failed; undefined if the error is a bug of ours. */
export function outageReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const reason = reasonWithoutCode(error);
  if (reason !== undefined) return reason;
  const isOutage = outageCodes.test(codeOf(error)) || /timeout/.test(error.message);
  return isOutage ? wordsOf(error) : undefined;
}

export function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && rowCodes.test(codeOf(error));
}

/**
 * Returns the error's message, or its code if the message is empty: a connection that was refused at two network
 * addresses has only a code.
 */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message || codeOf(error) : String(error);
}

/** Returns a sentence of our own for a known error without a code. The sentence never repeats what a visitor wrote. */
export function reasonWithoutCode(error: Error): string | undefined {
  return error instanceof StoreOutage ? error.message : meanings.get(error.message);
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** An error for a store whose files were removed, replaced or damaged from outside. */
export function staleStore(message: string): Error {
  return Object.assign(new Error(message), { code: "ESTALE" });
}
