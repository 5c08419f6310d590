/**
 * The table has one row: what the operator has decided about one edition of the event. All columns but the last are
 * null or 0 until the first decision.
 */
export type EventTable = {
  /** The year of the edition to which the other columns belong. */
  edition: number | null;
  /** One of `chosenPhases`, unless another program wrote the row. */
  phase: string | null;
  phase_since: number | null;
  moved_to: number | null;
  /** Grows with every change that calendars must know; an edition goes on where the last one ended. */
  sequence: number;
  changed_at: number | null;
  /** The key that signs links, to a preview and to the group, in hex. */
  preview_key: string;
};
