import type { Context } from "hono";
import { parsePageReport } from "#lead/parse-page-report.ts";
import { neverCached } from "#server/http/headers.ts";
import { purposeOf } from "#server/http/request-purpose.ts";
import type { StaticPages } from "#server/pages/files.ts";
import { networkAddressOf } from "#server/sign-up/limits.ts";
import { isFromElsewhere, readBody } from "#server/sign-up/read.ts";
import type { Counts } from "#server/store/counts/gather-counts.ts";
import { countsOfReport, type PageBuild } from "./counts-of-report.ts";
import { limitCounts } from "./limit-counts.ts";

export type ReportDeps = {
  countVisits: (counts: Counts) => void;
  clock: () => number;
  allowedOrigins: readonly string[];
  /** The clock of the limits, which only goes forward. Tests stop it. */
  limitClock?: () => number;
  /** The number of our own proxies that a request passes. */
  trustedProxies: number;
  /** The name of the published version; undefined outside of one. */
  version: string | undefined;
};

const maxReportBytes = 1_024;

/** Answers the report of a page. One that is not counted gets 204 too: the page could not send it better. */
export function createReportAnswer(
  deps: ReportDeps,
  pages: StaticPages,
): (context: Context) => Promise<Response> {
  const build = buildOf(pages, deps.version);
  const { limitClock = () => performance.now() } = deps;
  const isWithinLimit = limitCounts(limitClock);

  function isCounted(context: Context): boolean {
    const { raw } = context.req;
    // A page sends its report by script, so the browser says that it is for nothing to show.
    if (purposeOf(raw, "empty") !== "press" || isFromElsewhere(raw.headers, deps.allowedOrigins))
      return false;
    return isWithinLimit(networkAddressOf(context, deps.trustedProxies));
  }

  return async (context) => {
    const body = await readBody(context.req.raw, "json", maxReportBytes);
    if (body.kind === "too-large") return answer(413);
    const report = body.kind === "fields" ? parsePageReport(body.fields) : undefined;
    if (report === undefined) return answer(400);
    if (isCounted(context)) deps.countVisits(countsOfReport(report, deps.clock(), build));
    return answer(204);
  };
}

/** A page on a static host gets the answer too: otherwise the browser would write a complaint to its console. */
const headers = { ...neverCached, "Cross-Origin-Resource-Policy": "cross-origin" };

function answer(status: number): Response {
  return new Response(null, { status, headers });
}

function buildOf(pages: StaticPages, name = ""): PageBuild {
  const files = [...pages.keys()].map((path) => path.replace(/^.*\//, ""));
  return { name, scripts: new Set(files.filter((file) => file.endsWith(".js"))) };
}
