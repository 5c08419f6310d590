import type { Context } from "hono";
import * as v from "valibot";
import { type PageReport, pageSteps, stepSurfaces } from "#lead/page-report.ts";
import { sourceNames } from "#lead/visit-source.ts";
import type { ServerContext } from "#server/context.ts";
import { neverCached } from "#server/pages/security.ts";
import { limitAddresses, networkAddressOf } from "#server/sign-up/limits.ts";
import { isFromElsewhere, readBody } from "#server/sign-up/read.ts";
import { senderOf } from "./visitor-or-program.ts";

const maxReportBytes = 1_024;

/**
 * Answers a page's report about a visit. A report that is not counted gets 204 too, because the page could not correct
 * it.
 */
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
    // A script sends the report, so the browser sets `Sec-Fetch-Dest` to `empty`: the answer is not shown.
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

/** Lets a page on a static host read the answer: otherwise the browser would write an error to its console. */
const headers = { ...neverCached, "Cross-Origin-Resource-Policy": "cross-origin" };

function answer(status: number): Response {
  return new Response(null, { status, headers });
}

/**
 * The most steps in one report: `site/counting/count-visit.ts` collects at most 20, and adds the view. Without this
 * limit one small request could count as thousands of visits.
 */
const maxSteps = 21;

const often = v.pipe(v.number(), v.integer(), v.minValue(1));
const step = v.tuple([v.picklist(pageSteps), v.picklist(stepSurfaces), often]);

const reportSchema: v.GenericSchema<unknown, PageReport> = v.object({
  source: v.picklist(sourceNames),
  steps: v.pipe(v.array(step), v.check(isOfOneVisit)),
});

/** Returns undefined for any other data than a report, because a client can send anything. */
function parsePageReport(input: unknown): PageReport | undefined {
  const result = v.safeParse(reportSchema, input);
  return result.success ? result.output : undefined;
}

function isOfOneVisit(steps: PageReport["steps"]): boolean {
  const views = steps.filter(([name]) => name === "view");
  return sum(steps) <= maxSteps && sum(views) <= 1;
}

function sum(steps: PageReport["steps"]): number {
  return steps.reduce((all, [, , count]) => all + count, 0);
}

/**
 * How many reports of one network address are counted. A visit sends two or three reports, and a mobile carrier puts
 * hundreds of phones behind one address.
 */
const countsPerAddress = { burst: 3_000, perMinute: 1_500 };

/**
 * The limit for all addresses of one internet customer together: a program there can use another address for each
 * report.
 */
const countsPerCustomer = { burst: 9_000, perMinute: 4_500 };

/**
 * Returns a function that says whether an address is still counted, so that one person cannot falsify the counts much.
 */
function limitCounts(clock: () => number): (address: string) => boolean {
  const waitFor = limitAddresses(
    { perAddress: countsPerAddress, perCustomer: countsPerCustomer },
    clock,
  );
  return (address) => waitFor(address) === 0;
}
