import type { Context } from "hono";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import type { PageReport } from "#lead/page-report.ts";
import { parsePageReport } from "#lead/parse-page-report.ts";
import type { StaticPages } from "#server/pages/files.ts";
import { neverCached } from "#server/pages/security.ts";
import { networkAddressOf } from "#server/sign-up/limits.ts";
import { isFromElsewhere, readBody } from "#server/sign-up/read.ts";
import type { Counts } from "#server/store/counts.ts";
import { limitCounts, senderOf } from "./visitor-or-program.ts";

type ReportDeps = {
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
  { countVisits, clock, allowedOrigins, trustedProxies, version = "", ...deps }: ReportDeps,
  pages: StaticPages,
): (context: Context) => Promise<Response> {
  const files = [...pages.keys()].map((path) => path.replace(/^.*\//, ""));
  const build = { version, scripts: new Set(files.filter((file) => file.endsWith(".js"))) };
  const isWithinLimit = limitCounts(deps.limitClock ?? (() => performance.now()));

  function isCounted(context: Context): boolean {
    const { raw } = context.req;
    // A page sends its report by script, so the browser says that it is for nothing to show.
    if (senderOf(raw, "empty") !== "visitor" || isFromElsewhere(raw.headers, allowedOrigins))
      return false;
    return isWithinLimit(networkAddressOf(context, trustedProxies));
  }

  return async (context) => {
    const body = await readBody<unknown>(context.req.raw, maxReportBytes, JSON.parse);
    if (body.kind === "too-large") return answer(413);
    const report = body.kind === "read" ? parsePageReport(body.value) : undefined;
    if (report === undefined) return answer(400);
    if (isCounted(context)) countVisits(countsOfReport(report, clock(), build));
    return answer(204);
  };
}

/** A page on a static host gets the answer too: otherwise the browser would write a complaint to its console. */
const headers = { ...neverCached, "Cross-Origin-Resource-Policy": "cross-origin" };

function answer(status: number): Response {
  return new Response(null, { status, headers });
}

/** The names of the scripts of the pages that this server answers with, and of the version to which they belong. */
type Build = { version: string; scripts: ReadonlySet<string> };

/** What a report adds to the counts of the present hour and minute. */
function countsOfReport(
  { source, device, steps, vitals, errors }: PageReport,
  now: number,
  build: Build,
): Counts {
  const hour = now - (now % hourMs);
  const views = steps.reduce((sum, [step, , count]) => sum + (step === "view" ? count : 0), 0);
  const minute = { minute: now - (now % minuteMs), views };
  const ofVital = { hour, file: "", build: "", device, count: 1 };
  return {
    steps: steps.map(([step, surface, count]) => ({ hour, step, source, surface, count })),
    minutes: views > 0 ? [minute] : [],
    health: [
      ...vitals.map(([measure, value]) => ({ ...ofVital, measure, value })),
      ...errors.map((error) => ({ hour, count: 1, device: "", ...errorKind(error, build) })),
    ],
  };
}

/** The classes of errors that are counted by name. */
const errorClasses = [
  "Error",
  "TypeError",
  "ReferenceError",
  "RangeError",
  "SyntaxError",
  "SecurityError",
  "NotAllowedError",
  "QuotaExceededError",
  "AbortError",
];

/** What is counted in place of an unknown class, file or version: a free text could be anything, and fill the disk. */
const other = "other";

function errorKind([errorClass, file]: PageReport["errors"][number], { version, scripts }: Build) {
  const value = errorClasses.includes(errorClass) ? errorClass : other;
  const place = scripts.has(file) ? { file, build: version } : { file: other, build: other };
  return { measure: "error", value, ...place };
}
