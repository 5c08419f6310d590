import {
  type PageReport,
  type PageStep,
  pageReportPath,
  type StepSurface,
} from "#lead/page-report.ts";
import { sourceName } from "#lead/visit-source.ts";

const url = `${import.meta.env.FUNCTION_ORIGIN ?? ""}${pageReportPath}`;

/** The most steps in one report: the server refuses a long report, which a repeated error could cause. */
const maxSteps = 20;

/** The steps of the visit that happened since the last report of the page. */
const steps: PageReport["steps"] = [];

const begun = new Set<Element>();

export function noteStep(step: PageStep, surface: StepSurface): void {
  if (steps.length < maxSteps) steps.push([step, surface, 1]);
}

/** Notes what happens even before hydration: typing in a form, and a form that is posted without script. */
export function noteEvents(page: Document): void {
  page.addEventListener("input", noteForm);
  page.addEventListener("submit", noteForm);
}

/**
 * Notes a step of a form. If one of our scripts prevents a submit, `use-sign-up-form.ts` notes it when it sends the
 * form.
 */
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

/** Reports the view of the page to the server at once, and the later steps when the page is hidden. */
export function countVisit(sources: Parameters<typeof sourceName>[0]): void {
  const source = sourceName(sources);

  function report(): void {
    if (!steps.length) return;
    const text = JSON.stringify({ source, steps: steps.splice(0) } satisfies PageReport);
    navigator.sendBeacon?.(url, text);
  }

  steps.push(["view", "none", 1]);
  report();
  for (const type of ["visibilitychange", "pagehide"])
    addEventListener(type, () => (document.hidden || type === "pagehide") && report());
}
