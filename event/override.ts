/** The phases that the operator can choose by hand. */
export const chosenPhases = ["live", "waiting", "over", "cancelled"] as const;
export type ChosenPhase = (typeof chosenPhases)[number];

/** What the operator has decided about one edition, in place of the clock and of `content/launch.ts`. */
export type Override = {
  /** The year of the edition: the next edition begins without an override. */
  edition: number;
  phase: { name: ChosenPhase; since: number } | undefined;
  /** The new start of the event. */
  movedTo: number | undefined;
  /**
   * Grows with every change that calendars must know: a new start, a cancellation, and taking one of them back. Calendars
   * take the entry with the higher number as the newer one.
   */
  sequence: number;
  changedAt: number;
};
