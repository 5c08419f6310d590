import type { Figures } from "#server/figures/figures.ts";
import { quietFigures } from "./quiet-figures.ts";
import { end, hourMs, minuteMs, nightMinutes, slices, start, steps } from "./sample-parts.ts";

/** Half past eight on the night: the largest numbers that the panel must bear. */
export const busyFigures: Figures = {
  ...quietFigures,
  now: start + 31 * minuteMs + 12_400,
  signUps: {
    lastHour: 118_204,
    today: 287_112,
    all: 1_048_576,
    people: 1_002_911,
    newestAt: start + 31 * minuteMs,
    byHour: slices(start - 23 * hourMs, hourMs, [900, 400, 200, 120, 80, 90, 300, 1_200]),
    byMinute: nightMinutes(),
    bySource: [
      { source: "instagram", signUps: 611_204, entered: 250_594 },
      { source: "whatsapp", signUps: 204_118, entered: 83_688 },
      { source: "other", signUps: 5_265, entered: 2_159 },
    ],
    byCampaign: [
      { campaign: "lista-de-espera", content: "stories 3", signUps: 402_118 },
      {
        campaign: "um-nome-de-campanha-tao-comprido-quanto-os-contados-podem-ser",
        content: "",
        signUps: 90_022,
      },
      { campaign: "*", content: "", signUps: 1_204 },
    ],
  },
  steps: {
    today: steps([1_240_332, 610_114, 402_889, 291_000, 287_112, 198_450, 429_915, 1_204]),
    all: steps([4_912_004, 2_310_220, 1_480_903, 1_061_200, 1_048_576, 702_145, 429_915, 8_311]),
  },
  entered: 429_915,
  state: { start, end, phase: "live" },
};
