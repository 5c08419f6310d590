import type { SourceName } from "./visit-source.ts";

/** The path to which a page sends each `PageReport`. */
export const pageReportPath = "/contagem";

/** The steps of a visit that the page counts. */
export const pageSteps = ["view", "popup-opened", "form-begun", "sent", "error-shown"] as const;
export type PageStep = (typeof pageSteps)[number];

/**
 * All steps of a visit. The server itself counts the last three: a stored sign-up, a press of the group button, and an
 * entry into the class.
 */
export type Step = PageStep | "kept" | "group-press" | "entered";

/** The form to which a step belongs; `none` for a step without a form. */
export const stepSurfaces = ["popup", "page", "none"] as const;
export type StepSurface = (typeof stepSurfaces)[number];

/**
 * What a page reports about one visit, as JSON. The report contains no text that a visitor typed, and nothing that
 * identifies a visitor.
 */
export type PageReport = {
  source: SourceName;
  /** How often each step happened since the last report of this page. */
  steps: Array<[PageStep, StepSurface, number]>;
};
