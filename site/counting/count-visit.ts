import {
  type PageReport,
  type PageStep,
  pageReportPath,
  type StepSurface,
} from "#lead/page-report.ts";
import { sourceName } from "#lead/visit-source.ts";
import { watchVitals } from "./vitals.ts";

const url = `${import.meta.env.FUNCTION_ORIGIN ?? ""}${pageReportPath}`;

/** More than these are not reported: the server refuses a long report, and an error that repeats itself would fill it. */
const maxSteps = 20;
const maxErrors = 5;

/** What happened in the page since its last report. */
const steps: PageReport["steps"] = [];
const errors: unknown[] = [];

const begun = new Set<Element>();

export function noteStep(step: PageStep, surface: StepSurface): void {
  if (steps.length < maxSteps) steps.push([step, surface, 1]);
}

/** Notes what happens before hydration too: typing in a form, a form that is posted without script, and errors. */
export function noteEvents(page: Document): void {
  page.addEventListener("input", noteForm);
  page.addEventListener("submit", noteForm);
  addEventListener("error", ({ error }) => noteError(error));
  addEventListener("unhandledrejection", ({ reason }) => noteError(reason));
}

/** A submit that a script of ours handles is not sent yet: `sign-up.ts` notes those that it sends. */
function noteForm({ type, target, defaultPrevented }: Event): void {
  const form = target instanceof Element && target.closest("form");
  if (!form || defaultPrevented) return;
  const surface = form.closest("dialog") ? "popup" : "page";
  if (type === "submit") noteStep("sent", surface);
  else if (!begun.has(form)) {
    begun.add(form);
    noteStep("form-begun", surface);
  }
}

function noteError(error: unknown): void {
  if (errors.length < maxErrors) errors.push(error);
}

/** Reports the view to the server at once, and the rest of the visit when the page is hidden. */
export function countVisit(sources: Parameters<typeof sourceName>[0]): void {
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
