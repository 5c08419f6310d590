import { html } from "hono/html";
import type {
  DeliveryFigures,
  PageFigures,
  SignUpFigures,
  Slice,
  StepFigure,
} from "#server/panel/figures/figures.ts";
import { panelDocument } from "./panel-document.ts";

/** All that the report of a night tells. None of it is about one person. Times are milliseconds since 1970. */
export type Report = {
  madeAt: number;
  /** The span of all figures. */
  since: number;
  to: number;
  /** When the class began and ended; undefined if the span holds no class. */
  event: { start: number; end: number } | undefined;
  signUps: number;
  /** How many of the sign-ups were a person's first one. */
  people: number;
  /** With the minutes in which nothing happened. */
  byMinute: readonly Slice[];
  bySource: SignUpFigures["bySource"];
  steps: readonly StepFigure[];
  lag: DeliveryFigures["lag"];
  /** How many deliveries took at most so long; the last one, without a limit, took longer. */
  lags: readonly { uptoMs: number | undefined; deliveries: number }[];
  pages: PageFigures;
};

/** One page that needs no other file: for a meeting, or to keep. */
export function renderReport(report: Report): string {
  return panelDocument({ title: "Relatório", body: html`<main><p>${report.signUps}</p></main>` });
}
