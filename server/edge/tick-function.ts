import { logLines } from "#phrases/log-lines.ts";
import { settings as phrases } from "#phrases/settings.ts";
import { type Environment, minTokenLength, setting } from "#server/config.ts";
import { connectDelivery } from "#server/delivery/courier.ts";
import { runTick, tickSliceMs } from "#server/delivery/tick.ts";
import type { Log } from "#server/log.ts";
import { hasToken, neverCached } from "#server/pages/security.ts";
import { readNetworkTime, runRetention } from "#server/retention-job.ts";
import { openPostgres } from "#server/store/connection/postgres.ts";
import { doOnce, readEdgeConfig } from "./platform.ts";

type Platform = {
  /** Lets the instance live until the work is done, also after the answer. */
  workOn: (work: Promise<void>) => void;
  /** Aborted when the platform is about to end the instance. */
  stopping: AbortSignal;
};

/** One for deriving, one for delivering, one for the other work of the courier. */
const size = 3;
/** Longer than the time between two ticks, so that the next one finds a connection. */
const idleMs = 30_000;

/**
 * Answers at once with 202, and then derives and delivers leads for one slice of time. A task of pg_cron calls it every
 * ten seconds (`deploy/supabase/cron.sql`).
 */
export function createTickFunction(env: Environment, log: Log, { workOn, stopping }: Platform) {
  const token = setting(env, "TICK_TOKEN") ?? "";
  const isShort = token.length < minTokenLength;
  const read = readEdgeConfig(env, isShort ? [phrases.shortTickToken(minTokenLength)] : []);
  if (read.kind === "mistakes") {
    log.fatal({ mistakes: read.mistakes }, logLines.edgeSettings);
    return () => answer(503);
  }
  const { config, url, ca } = read;
  const { retentionDays } = config;
  const delivery = connectDelivery(config.activeCampaign);
  const networkTime = () => readNetworkTime(config, fetch);
  const open = doOnce(() => openPostgres(url, { size, idleMs, ca }));

  /** Catches every error, because the answer is sent already, and the next tick tries again. */
  async function tick(): Promise<void> {
    try {
      const context = { database: await open(), log, clock: Date.now };
      const removeOld = (stopped: AbortSignal) =>
        runRetention({ ...context, networkTime, retentionDays }, stopped);
      const courier = { ...context, delivery, random: Math.random };
      await runTick({ ...courier, removeOld, stopping, sliceMs: tickSliceMs });
    } catch (error) {
      log.error({ error }, logLines.tickFailed);
    }
  }

  // While a tick works, further ones share its work: each on its own could take the connections that sign-ups need.
  let underWay: Promise<void> | undefined;
  return ({ method, headers }: Request): Response => {
    if (method !== "POST") return answer(405, { Allow: "POST" });
    if (!hasToken(headers, token)) return answer(401);
    underWay ??= tick().finally(() => {
      underWay = undefined;
    });
    workOn(underWay);
    return answer(202);
  };
}

function answer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...neverCached, ...headers } });
}
