import { expect, test } from "vitest";
import { stepFigures } from "./step-figures.ts";

test("each step has its share of the step before, and of the views", () => {
  const counted = [
    { step: "kept", count: 20 },
    { step: "view", count: 200 },
    { step: "popup-opened", count: 50 },
    { step: "form-begun", count: 40 },
    { step: "sent", count: 32 },
    { step: "error-shown", count: 4 },
    { step: "kept", count: 4 },
    { step: "group-press", count: 6 },
  ] as const;
  expect(stepFigures(counted)).toEqual([
    { step: "view", count: 200, ofBefore: undefined, ofViews: 1 },
    { step: "popup-opened", count: 50, ofBefore: 0.25, ofViews: 0.25 },
    { step: "form-begun", count: 40, ofBefore: 0.8, ofViews: 0.2 },
    { step: "sent", count: 32, ofBefore: 0.8, ofViews: 0.16 },
    { step: "kept", count: 24, ofBefore: 0.75, ofViews: 0.12 },
    { step: "group-press", count: 6, ofBefore: 0.25, ofViews: 0.03 },
    { step: "error-shown", count: 4, ofBefore: 0.125, ofViews: 0.02 },
  ]);
});

test("without a visit every step is shown with 0 and without a share", () => {
  const figures = stepFigures([]);
  expect(figures).toHaveLength(7);
  for (const figure of figures)
    expect(figure).toMatchObject({ count: 0, ofBefore: undefined, ofViews: undefined });
});
