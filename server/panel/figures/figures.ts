import type { Phase } from "#event/phase.ts";
import type { Device, Rating, Step, Vital } from "#lead/page-report.ts";
import type { SourceName } from "#lead/source-name.ts";
import type { Group } from "#server/groups/groups.ts";
import type { Circuit } from "#server/store/courier/circuit.ts";

/** All numbers of the panel. None of them is about one person. Times are milliseconds since 1970. */
export type Figures = {
  now: number;
  signUps: SignUpFigures;
  /** From the view to the group, in the order in which a visitor takes the steps. Errors come last. */
  steps: { today: StepFigure[]; all: StepFigure[] };
  delivery: DeliveryFigures;
  groups: Group[];
  state: StateFigures;
  pages: PageFigures;
};

export type SignUpFigures = {
  lastHour: number;
  today: number;
  all: number;
  /** How many of all sign-ups were a person's first one. */
  people: number;
  /** The last 24 hours, with the hours in which nothing happened. */
  byHour: Slice[];
  /** Around the class, with the minutes in which nothing happened; undefined at other times. */
  byMinute: Slice[] | undefined;
  /** Of all sign-ups, the most frequent source first; sources without a sign-up are left out. */
  bySource: { source: SourceName; signUps: number }[];
};

export type Slice = { start: number; views: number; signUps: number };

export type StepFigure = {
  step: Step;
  count: number;
  /**
   * The share of the step before, and of the views; undefined if there were none. It can be above 1: the form in the page
   * needs no popup, and a visitor can take a step twice.
   */
  ofBefore: number | undefined;
  ofViews: number | undefined;
};

export type DeliveryFigures = {
  /** Leads on their way to ActiveCampaign. */
  waiting: number;
  oldestMs: number;
  /** How long the newest deliveries took from the sign-up; undefined without a delivery. */
  lag: { medianMs: number; p95Ms: number; deliveries: number } | undefined;
  parked: number;
  held: number;
  circuit: Circuit;
  /** Whether ActiveCampaign is configured: otherwise leads are kept, and wait for the settings. */
  isConfigured: boolean;
};

export type StateFigures = {
  phase: Phase;
  start: number;
  end: number;
  /** The next change of the phase that the clock makes. */
  next: { at: number; phase: Phase } | undefined;
  /** Whether the operator has chosen the phase by hand. */
  byHand: boolean;
  /** How far the clock of the database is ahead of this server's; 0 in SQLite. */
  clockAheadMs: number;
  version: string | undefined;
  store: {
    engine: "sqlite" | "postgres";
    bytes: number | undefined;
    diskFreeShare: number | undefined;
  };
  /** When the last backup ended; undefined if none is known. */
  lastBackupAt: number | undefined;
};

/** What the pages told about their speed and their errors: in the last 24 hours, or in the span of a report. */
export type PageFigures = {
  vitals: { vital: Vital; device: Device; ratings: Record<Rating, number> }[];
  /** The most frequent first. */
  errors: { errorClass: string; file: string; build: string; count: number }[];
};

/** All that the report of a night tells. None of it is about one person. Times are milliseconds since 1970. */
export type Report = {
  madeAt: number;
  /** The span of all figures. */
  since: number;
  to: number;
  /** The class; undefined if the span holds none. */
  event: { start: number; end: number } | undefined;
  signUps: number;
  /** How many of the sign-ups were a person's first one. */
  people: number;
  /** With the minutes in which nothing happened. */
  byMinute: readonly Slice[];
  bySource: SignUpFigures["bySource"];
  steps: readonly StepFigure[];
  lag: DeliveryFigures["lag"];
  lags: readonly LagRow[];
  pages: PageFigures;
};

/** How many deliveries took longer than the row before and at most so long; the last row has no limit. */
export type LagRow = { uptoMs: number | undefined; deliveries: number };
