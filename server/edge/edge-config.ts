import { settings as phrases } from "#phrases/settings.ts";
import {
  type Config,
  type Environment,
  minTokenLength,
  readConfig,
  setting,
} from "#server/config.ts";

export type EdgeConfig = {
  config: Config;
  url: string;
  /** The CA certificate with which to check that of Postgres, as text, because the platform has no files. */
  ca: string | undefined;
};
type Mistakes = { kind: "mistakes"; mistakes: string[] };

/** Reads the settings on an edge platform, where a page is always at another origin and there is no disk for SQLite. */
export function readEdgeConfig(env: Environment): ({ kind: "config" } & EdgeConfig) | Mistakes {
  // The platform itself gives `SUPABASE_DB_URL`. `DATABASE_URL` is for a better address, for example a pooler's.
  const url = setting(env, "DATABASE_URL") ?? setting(env, "SUPABASE_DB_URL");
  const read = readConfig({ ...env, DATABASE_URL: url });
  const mistakes = read.kind === "mistakes" ? [...read.mistakes] : [];
  if (!setting(env, "SITE_URL")) mistakes.push(phrases.missingOnEdge("SITE_URL"));
  if (url === undefined) mistakes.push(phrases.missingOnEdge("DATABASE_URL"));
  return read.kind === "mistakes" || url === undefined || mistakes.length > 0
    ? { kind: "mistakes", mistakes }
    : { kind: "config", config: read.config, url, ca: certificate(env) };
}

export type TickConfig = EdgeConfig & { token: string };

export function readTickConfig(env: Environment): ({ kind: "config" } & TickConfig) | Mistakes {
  const read = readEdgeConfig(env);
  const token = setting(env, "TICK_TOKEN") ?? "";
  const mistakes = read.kind === "mistakes" ? [...read.mistakes] : [];
  if (token.length < minTokenLength) mistakes.push(phrases.shortTickToken(minTokenLength));
  return read.kind === "mistakes" || mistakes.length > 0
    ? { kind: "mistakes", mistakes }
    : { ...read, token };
}

/** A certificate has several lines; a secrets file may write each line break as the two characters `\n`. */
function certificate(env: Environment): string | undefined {
  return setting(env, "DATABASE_CA")?.replaceAll("\\n", "\n");
}
