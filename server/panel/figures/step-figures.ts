import type { Step } from "#lead/page-report.ts";
import type { StepFigure } from "./figures.ts";

/**
 * The steps in the order in which a visitor takes them, each with the step before. The error comes last, because it is not
 * on the way to the group.
 */
const order: ReadonlyArray<{ step: Step; before: Step | undefined }> = [
  { step: "view", before: undefined },
  { step: "popup-opened", before: "view" },
  { step: "form-begun", before: "popup-opened" },
  { step: "sent", before: "form-begun" },
  { step: "kept", before: "sent" },
  { step: "group-press", before: "kept" },
  { step: "error-shown", before: "sent" },
];

/** Every step with its count and its shares, also a step that no visitor took. */
export function stepFigures(counted: ReadonlyArray<{ step: Step; count: number }>): StepFigure[] {
  const countOf = (wanted: Step) => sumOf(counted.filter(({ step }) => step === wanted));
  const views = countOf("view");
  return order.map(({ step, before }) => {
    const count = countOf(step);
    return {
      step,
      count,
      ofBefore: before && shareOf(count, countOf(before)),
      ofViews: shareOf(count, views),
    };
  });
}

export function sumOf(counted: ReadonlyArray<{ count: number }>): number {
  return counted.reduce((total, { count }) => total + count, 0);
}

function shareOf(count: number, whole: number): number | undefined {
  return whole === 0 ? undefined : count / whole;
}
