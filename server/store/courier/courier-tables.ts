/**
 * The table has one row. `token` and `expires_at` are the lease, `clock_trusted_at` is for retention, the other columns
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
  /** When retention last trusted the machine's clock. */
  clock_trusted_at: number | null;
};
