import type { PageReport, PageStep, StepSurface } from "#lead/page-report.ts";

/** More than these are not reported: the server refuses a long report, and an error that repeats itself would fill it. */
const maxSteps = 20;
const maxErrors = 5;

/** What happened in the page since its last report. */
export const notes: { steps: PageReport["steps"]; errors: unknown[] } = { steps: [], errors: [] };

const begun = new Set<Element>();

export function noteStep(step: PageStep, surface: StepSurface): void {
  if (notes.steps.length < maxSteps) notes.steps.push([step, surface, 1]);
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
  if (notes.errors.length < maxErrors) notes.errors.push(error);
}
