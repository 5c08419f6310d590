/** Error codes of SQLite, of the file system, of the network and of Postgres for causes outside of our code. */
const outageCodes =
  /^(SQLITE_(CANTOPEN|READONLY|NOTADB|CORRUPT|FULL|IOERR|BUSY|PERM)|E[A-Z]+$|08|25006|28|3D|3F|42501|53|57|58)/;

/** Error codes for a row that the store refuses because of its values. Another row may be accepted. */
const rowCodes = /^(SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|22|23|54|P0001)/;

type Meanings = readonly (readonly [usual: RegExp, meaning: string])[];

/**
 * The meanings of error messages without a code, from pg (the Postgres library) and its pool. Each meaning is a part of
 * a sentence, because messages put it into brackets or after a colon.
 */
const meanings: Meanings = [
  [
    /^timeout exceeded when trying to connect$/,
    "nenhuma conexão com o Postgres ficou livre a tempo",
  ],
  [
    /^(Connection terminated due to connection timeout|timeout expired)$/,
    "o Postgres não aceitou a conexão a tempo",
  ],
  [
    /^(Connection terminated( unexpectedly)?|Client .+ is not queryable|Cannot use a pool after calling end on the pool)$/,
    "a conexão com o Postgres caiu",
  ],
  [/^The server does not support SSL connections$/, "o Postgres não oferece SSL"],
  [
    /^There was an error establishing an SSL connection$/,
    "não foi possível fazer a conexão SSL com o Postgres",
  ],
];

/** The meanings of the most usual error codes of SQLite, the file system, the network and Postgres. */
const meaningsOfCodes: Meanings = [
  [/^SQLITE_CANTOPEN/, "não foi possível abrir o arquivo"],
  [/^(SQLITE_READONLY|EROFS$|25006$)/, "só é possível ler"],
  [/^SQLITE_NOTADB/, "o arquivo não é um banco de dados"],
  [/^SQLITE_CORRUPT/, "o arquivo está danificado"],
  [/^(SQLITE_FULL|ENOSPC$|53100$)/, "o disco está cheio"],
  [/^(SQLITE_IOERR|EIO$)/, "o disco deu um erro"],
  [/^SQLITE_BUSY/, "outro programa está usando o banco de dados"],
  [/^(SQLITE_PERM|EACCES$|EPERM$|42501$)/, "falta permissão"],
  [/^ENOENT$/, "o arquivo ou a pasta não existe"],
  [/^ENOTDIR$/, "há um arquivo no lugar de uma pasta"],
  [/^ECONNREFUSED$/, "a conexão foi recusada"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "o nome do servidor não existe"],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, "o servidor não responde"],
  [/^(ECONNRESET|EPIPE|08)/, "a conexão caiu"],
  [/^28/, "usuário ou senha errados"],
  [/^3D/, "o banco de dados não existe"],
  [/^53300$/, "há conexões demais"],
  [/^57P/, "o Postgres está parando ou iniciando"],
];

/**
 * The reasons why the store fails or cannot be used. Each reason is a part of a sentence without a full stop, because
 * messages put it into brackets or after a colon.
 */
export const outages = {
  noAnswerWithin: (ms: number) => `o Postgres não respondeu em ${ms} ms`,
  mayLoseCommits: (off: string) =>
    `o Postgres pode perder o que gravou, se a energia cair (desligado, e deve ser ligado lá: ${off})`,
  missing: "não há leads: nenhum servidor criou as tabelas ainda",
  stillRead:
    "outro comando ou programa ainda está lendo o banco de dados (backup também faz isso), e o que foi apagado ainda está em leads.sqlite-wal",
};

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
  return rowCodes.test(codeOf(error));
}

/** Whether another process keeps SQLite's write lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error).startsWith("SQLITE_BUSY");
}

/** True if a query did not get a lock within `lock_timeout`: the Postgres error `lock_not_available`. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/**
 * Returns what the error means, if its code is a usual one, and then its message. If the message is empty, returns the
 * code: a connection that was refused at two network addresses has only a code.
 */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const meaning = meaningOf(code, meaningsOfCodes);
  const words = error.message || code;
  return meaning === undefined ? words : `${meaning}: ${words}`;
}

/** Returns a sentence of our own for a known error without a code. The sentence never repeats what a visitor wrote. */
export function reasonWithoutCode(error: Error): string | undefined {
  return error instanceof StoreOutage ? error.message : meaningOf(error.message, meanings);
}

function meaningOf(text: string, known: Meanings): string | undefined {
  return known.find(([usual]) => usual.test(text))?.[1];
}

/** Returns the code of an error; an empty text if the error has no code. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
