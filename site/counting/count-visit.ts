import { type PageReport, pageReportPath } from "#lead/page-report.ts";
import { sourceName } from "#lead/visit-source.ts";
import type { notes } from "./notes.ts";
import { watchVitals } from "./vitals.ts";

const url = `${import.meta.env.FUNCTION_ORIGIN ?? ""}${pageReportPath}`;

/** Reports the view to the server at once, and the rest of the visit when the page is hidden. */
export function countVisit(
  { steps, errors }: typeof notes,
  sources: Parameters<typeof sourceName>[0],
): void {
  const source = sourceName(sources);
  const device = matchMedia("(pointer:coarse)").matches ? "phone" : "desktop";
  const ratings = watchVitals();

  function report(vitals: PageReport["vitals"]): void {
    if (!steps.length && !errors.length && !vitals.length) return;
    const text = JSON.stringify({
      source,
      device,
      steps: steps.splice(0),
      vitals,
      errors: errors.splice(0).map(placeOf),
    } satisfies PageReport);
    navigator.sendBeacon?.(url, text);
  }

  steps.push(["view", "none", 1]);
  report([]);
  for (const type of ["visibilitychange", "pagehide"])
    addEventListener(type, () => (document.hidden || type === "pagehide") && report(ratings()));
}

/**
 * The class of an error and the script in which it happened: never its text, which may hold what a visitor
 * typed. The server counts only files that it knows.
 */
function placeOf(error: unknown): PageReport["errors"][number] {
  if (!(error instanceof Error)) return ["other", "other"];
  return [error.name, /[\w-]+\.js/.exec(error.stack ?? "")?.[0] ?? "other"];
}
