import type { Step, StepSurface } from "#lead/page-report.ts";
import type { SourceName } from "#lead/source-name.ts";

/** How often each step of visits happened. No row is about one visitor. */
export type VisitCountsTable = {
  /** The time at which the hour begins. */
  hour: number;
  step: Step;
  source: SourceName;
  surface: StepSurface;
  count: number;
};

/** How often each step happened in all hours, also in those whose counts were removed. It saves the sum of a hundred thousand rows. */
export type StepTotalsTable = {
  step: Step;
  source: SourceName;
  surface: StepSurface;
  count: number;
  /** How many of the kept sign-ups were a person's first one; 0 for every other step. */
  new_people: number;
};

/** Views and sign-ups by the minute. A minute without any has no row. */
export type MinuteCountsTable = {
  /** The time at which the minute begins. */
  minute: number;
  views: number;
  sign_ups: number;
  /** How many of the sign-ups were a person's first one. */
  new_people: number;
};

/** What the pages said about their speed and their errors. */
export type PageHealthTable = {
  hour: number;
  /** A web vital, or `error`. */
  measure: string;
  /** How good a web vital was, or the class of an error. */
  value: string;
  /** The file in which an error happened; empty for a web vital. */
  file: string;
  /** The version of the page; empty for a web vital. */
  build: string;
  /** The device on which a web vital was measured; empty for an error. */
  device: string;
  count: number;
};
