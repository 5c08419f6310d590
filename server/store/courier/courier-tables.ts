/**
 * The table has one row. `token` and `expires_at` are the lease, `retention_ran_at` is for retention, the other columns
 * are the circuit.
 */
export type CourierTable = {
  token: number;
  expires_at: number;
  back_off_until: number;
  /** How often in a row the circuit was tripped, or found to be still broken by a probe. */
  trips: number;
  tripped_at: number | null;
  tripped_reason: string | null;
  probe_at: number | null;
  paused_at: number | null;
  /** When retention last removed old sign-ups, at a time that was confirmed. */
  retention_ran_at: number | null;
};
