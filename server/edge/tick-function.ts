import { logLines } from "#phrases/log-lines.ts";
import { settings as phrases } from "#phrases/settings.ts";
import { type Config, type Environment, minTokenLength, setting } from "#server/config.ts";
import { connectDelivery } from "#server/delivery/courier.ts";
import { runTick, type TickDeps, tickSliceMs } from "#server/delivery/tick.ts";
import type { Log } from "#server/log.ts";
import { hasToken, neverCached } from "#server/pages/security.ts";
import { readNetworkTime, runRetention } from "#server/retention-job.ts";
import { openPostgres } from "#server/store/connection/postgres.ts";
import type { Database } from "#server/store/row-types.ts";
import { type EdgeConfig, type Mistakes, readEdgeConfig } from "./platform.ts";

type Platform = {
  /** Lets the instance live until the work is done, also after the answer. */
  workOn: (work: Promise<void>) => void;
  /** Aborted when the platform is about to end the instance. */
  stopping: AbortSignal;
};

/** One for deriving, one for delivering, one for the other work of the courier. */
const connections = 3;
/** Longer than the time between two ticks, so that the next one finds a connection. */
const idleMs = 30_000;

/**
 * Answers at once with 202, and then derives and delivers leads for one slice of time. A task of pg_cron calls it every
 * ten seconds (`deploy/supabase/cron.sql`).
 */
export function createTickFunction(env: Environment, log: Log, platform: Platform) {
  const read = readTickConfig(env);
  if (read.kind === "mistakes") {
    log.fatal({ mistakes: read.mistakes }, logLines.edgeSettings);
    return () => answer(503);
  }
  const delivery = connectDelivery(read.config.activeCampaign);
  const open = openOnce(read);
  const given = { log, delivery, stopping: platform.stopping };
  const begin = oneAtATime(() => tick(read.config, open, given));
  return ({ method, headers }: Request): Response => {
    if (method !== "POST") return answer(405, { Allow: "POST" });
    if (!hasToken(headers, read.token)) return answer(401);
    platform.workOn(begin());
    return answer(202);
  };
}

function readTickConfig(
  env: Environment,
): ({ kind: "config"; token: string } & EdgeConfig) | Mistakes {
  const read = readEdgeConfig(env);
  const token = setting(env, "TICK_TOKEN") ?? "";
  const mistakes = read.kind === "mistakes" ? [...read.mistakes] : [];
  if (token.length < minTokenLength) mistakes.push(phrases.shortTickToken(minTokenLength));
  return read.kind === "mistakes" || mistakes.length > 0
    ? { kind: "mistakes", mistakes }
    : { ...read, token };
}

/** While a tick works, further ones share its work: each on its own could take the connections that sign-ups need. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** Opens the store at the first tick of an instance; the next ticks use it again. After a failure the next one opens it. */
function openOnce({ url, ca }: EdgeConfig): () => Promise<Database> {
  let open: Promise<Database> | undefined;
  return () => {
    open ??= openPostgres(url, { size: connections, idleMs, ca }).catch((error: unknown) => {
      open = undefined;
      throw error;
    });
    return open;
  };
}

/** Catches every error, because the answer is sent already, and the next tick tries again. */
async function tick(
  config: Config,
  open: () => Promise<Database>,
  { log, ...given }: Pick<TickDeps, "log" | "delivery" | "stopping">,
): Promise<void> {
  try {
    const database = await open();
    const { retentionDays } = config;
    const networkTime = () => readNetworkTime(config, fetch);
    const context = { database, log, clock: Date.now };
    const removeOld = (stopped: AbortSignal) =>
      runRetention({ ...context, networkTime, retentionDays }, stopped);
    const deps = { ...context, random: Math.random, sliceMs: tickSliceMs, removeOld };
    await runTick({ ...deps, ...given });
  } catch (error) {
    log.error({ error }, logLines.tickFailed);
  }
}

function answer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...neverCached, ...headers } });
}
