import type { Context } from "hono";
import { parsePageReport } from "#lead/parse-page-report.ts";
import type { ServerContext } from "#server/context.ts";
import { neverCached } from "#server/pages/security.ts";
import { networkAddressOf } from "#server/sign-up/limits.ts";
import { isFromElsewhere, readBody } from "#server/sign-up/read.ts";
import { limitCounts, senderOf } from "./visitor-or-program.ts";

const maxReportBytes = 1_024;

/** Answers the report of a page. One that is not counted gets 204 too: the page could not send it better. */
export function createReportAnswer({
  countVisits,
  clock,
  steadyClock,
  proxies,
  config: { allowedOrigins, trustedProxies },
}: ServerContext): (context: Context) => Promise<Response> {
  const isWithinLimit = limitCounts(steadyClock);

  function isCounted(context: Context): boolean {
    const { raw } = context.req;
    // A page sends its report by script, so the browser says that it is for nothing to show.
    if (senderOf(raw, "empty") !== "visitor" || isFromElsewhere(raw.headers, allowedOrigins))
      return false;
    proxies.see(context);
    return isWithinLimit(networkAddressOf(context, trustedProxies));
  }

  return async (context) => {
    const body = await readBody<unknown>(context.req.raw, maxReportBytes, JSON.parse);
    if (body.kind === "too-large") return answer(413);
    const report = body.kind === "read" ? parsePageReport(body.value) : undefined;
    if (report === undefined) return answer(400);
    if (isCounted(context)) {
      const { source, steps } = report;
      const minute = clock();
      countVisits(steps.map(([step, surface, n]) => ({ minute, step, source, surface, n })));
    }
    return answer(204);
  };
}

/** A page on a static host gets the answer too: otherwise the browser would write a complaint to its console. */
const headers = { ...neverCached, "Cross-Origin-Resource-Policy": "cross-origin" };

function answer(status: number): Response {
  return new Response(null, { status, headers });
}
