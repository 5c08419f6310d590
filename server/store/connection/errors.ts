import { outages, outageMeanings as phrases } from "#phrases/store-outages.ts";

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
  ["timeout exceeded when trying to connect", phrases.noFreeConnection],
  ["Connection terminated due to connection timeout", phrases.notAccepted],
  ["timeout expired", phrases.notAccepted],
  ["Connection terminated unexpectedly", phrases.connectionEnded],
  ["Connection terminated", phrases.connectionClosed],
  ["Client has encountered a connection error and is not queryable", phrases.connectionBroken],
  ["Client was closed and is not queryable", phrases.connectionClosed],
  ["Cannot use a pool after calling end on the pool", phrases.connectionsClosed],
  ["The server does not support SSL connections", phrases.noSsl],
  ["There was an error establishing an SSL connection", phrases.sslFailed],
]);

/** What the most usual codes mean. */
const meaningsOfCodes: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^SQLITE_CANTOPEN/, phrases.cannotOpen],
  [/^(SQLITE_READONLY|EROFS$|25006$)/, phrases.onlyReading],
  [/^SQLITE_NOTADB/, phrases.notADatabase],
  [/^SQLITE_CORRUPT/, phrases.damaged],
  [/^(SQLITE_FULL|ENOSPC$|53100$)/, phrases.diskFull],
  [/^(SQLITE_IOERR|EIO$)/, phrases.diskError],
  [/^SQLITE_BUSY/, phrases.busy],
  [/^(SQLITE_PERM|EACCES$|EPERM$|42501$)/, phrases.forbidden],
  [/^ENOENT$/, phrases.notFound],
  [/^ENOTDIR$/, phrases.noFolder],
  [/^ECONNREFUSED$/, phrases.connectionRefused],
  [/^(ENOTFOUND|EAI_AGAIN)$/, phrases.unknownHost],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, phrases.unreachable],
  [/^(ECONNRESET|EPIPE|08)/, phrases.connectionLost],
  [/^28/, phrases.wrongPassword],
  [/^3D/, phrases.unknownDatabase],
  [/^53300$/, phrases.tooManyConnections],
  [/^57P/, phrases.stoppingOrStarting],
];

/**
 * A problem of the store that our own code found. Its message is our own text, so the server may write it into its log.
 */
export class StoreOutage extends Error {}

/** A store whose tables this version does not know how to bring up to date. Nothing was changed in it. */
export class OlderStore extends StoreOutage {
  constructor() {
    super(outages.older);
  }
}

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

/** Whether Postgres did not get a lock within `lock_timeout`; the code is that of `lock_not_available`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === "55P03";
}

/**
 * Returns what the error means, if its code is a usual one, and then its message. If the message is empty, returns the
 * code: a connection that was refused at two network addresses has only a code.
 */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const meaning = meaningsOfCodes.find(([usual]) => usual.test(code))?.[1];
  const words = error.message || code;
  return meaning === undefined ? words : `${meaning}: ${words}`;
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
