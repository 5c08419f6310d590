import type { Figures } from "#server/figures/figures.ts";
import { end, hourMs, slices, start, steps } from "./sample-parts.ts";

/** An afternoon before the class: a few sign-ups an hour, all well. */
export const quietFigures: Figures = {
  now: start - 5 * hourMs + 754_000,
  signUps: {
    lastHour: 7,
    today: 48,
    all: 1_204,
    people: 1_187,
    newestAt: start - 5 * hourMs + 480_000,
    byHour: slices(start - 29 * hourMs, hourMs, [2, 1, 0, 0, 0, 1, 3, 8, 12, 9, 11, 14, 6, 7]),
    byMinute: undefined,
    bySource: [
      { source: "instagram", signUps: 702, entered: 0 },
      { source: "whatsapp", signUps: 301, entered: 0 },
      { source: "direct", signUps: 120, entered: 0 },
      { source: "indicacao", signUps: 81, entered: 0 },
    ],
    byCampaign: [{ campaign: "lista-de-espera", content: "", signUps: 12 }],
  },
  steps: {
    today: steps([210, 96, 71, 50, 48, 31, 0, 2]),
    all: steps([6_130, 2_480, 1_690, 1_240, 1_204, 860, 0, 19]),
  },
  entered: 0,
  state: { phase: "today", start, end },
};

/** The first start: nothing has happened yet, and ActiveCampaign is not configured. */
export const emptyFigures: Figures = {
  ...quietFigures,
  signUps: {
    lastHour: 0,
    today: 0,
    all: 0,
    people: 0,
    newestAt: undefined,
    byHour: slices(start - 29 * hourMs, hourMs, []),
    byMinute: undefined,
    bySource: [],
    byCampaign: [],
  },
  steps: { today: steps([0, 0, 0, 0, 0, 0, 0, 0]), all: steps([0, 0, 0, 0, 0, 0, 0, 0]) },
  state: { ...quietFigures.state, phase: "before" },
};
