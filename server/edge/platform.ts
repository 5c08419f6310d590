import { settings as phrases } from "#phrases/settings.ts";
import { type Config, type Environment, readConfig, setting } from "#server/config.ts";
import { describeError, type Log, personalFields } from "#server/log.ts";

/** What we use of Deno: https://docs.deno.com/api/deno/ */
declare const Deno: {
  env: { toObject(): Record<string, string> };
  serve(answer: (request: Request) => Response | Promise<Response>): unknown;
};

/** Answers requests on the platform, with its settings and its log. */
export function serveOnEdge(
  create: (env: Environment, log: Log) => (request: Request) => Response | Promise<Response>,
): void {
  Deno.serve(create(Deno.env.toObject(), createConsoleLog()));
}

export type EdgeConfig = {
  config: Config;
  url: string;
  /** The CA certificate with which to check that of Postgres, as text, because the platform has no files. */
  ca: string | undefined;
};

/**
 * Reads the settings on an edge platform, where a page is always at another origin and there is no disk for SQLite.
 * `ownMistakes` are those of one function alone.
 */
export function readEdgeConfig(
  env: Environment,
  ownMistakes: readonly string[] = [],
): ({ kind: "config" } & EdgeConfig) | { kind: "mistakes"; mistakes: string[] } {
  // The platform itself gives `SUPABASE_DB_URL`. `DATABASE_URL` is for a better address, for example a pooler's.
  const url = setting(env, "DATABASE_URL") ?? setting(env, "SUPABASE_DB_URL");
  const read = readConfig({ ...env, DATABASE_URL: url });
  const mistakes = read.kind === "mistakes" ? [...read.mistakes] : [];
  if (!setting(env, "SITE_URL")) mistakes.push(phrases.missingOnEdge("SITE_URL"));
  if (url === undefined) mistakes.push(phrases.missingOnEdge("DATABASE_URL"));
  mistakes.push(...ownMistakes);
  return read.kind === "mistakes" || url === undefined || mistakes.length > 0
    ? { kind: "mistakes", mistakes }
    : { kind: "config", config: read.config, url, ca: certificate(env) };
}

/** A certificate has several lines; a secrets file may write each line break as the two characters `\n`. */
function certificate(env: Environment): string | undefined {
  return setting(env, "DATABASE_CA")?.replaceAll("\\n", "\n");
}

/** Does the work at the first call; further calls get its result. After a failure the next call does it again. */
export function doOnce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** The numbers of the levels, as in the log of the server on Node. */
const levels = { info: 30, warn: 40, error: 50, fatal: 60 };

type Write = (line: string) => void;

/** One JSON object on each line, like the log of the server on Node. The platform keeps what the console gets. */
export function createConsoleLog(
  write: Record<"info" | "warn" | "error", Write> = console,
  clock: () => number = Date.now,
): Log {
  const at = (level: keyof Log) => (fields: object | string, message?: string) => {
    const line = typeof fields === "string" ? { msg: fields } : { ...fields, msg: message };
    const whole = { level: levels[level], time: clock(), ...line };
    write[level === "fatal" ? "error" : level](JSON.stringify(whole, show));
  };
  return { info: at("info"), warn: at("warn"), error: at("error"), fatal: at("fatal") };
}

/** What a line shows of a value with this name. */
function show(name: string, value: unknown): unknown {
  if (personalFields.includes(name)) return undefined;
  return value instanceof Error ? describeError(value) : value;
}
