import type { Generated } from "kysely";

/** One row for each link to the panel. Once the link was used, the row is a session. */
export type PanelKeysTable = {
  id: Generated<number>;
  /** SHA-256 of the secret in the link, in hex. */
  link_hash: string;
  /** SHA-256 of the secret in the cookie, in hex; null until the link is used. */
  session_hash: string | null;
  /** 1 if the panel may be used to change something. */
  may_write: number;
  made_at: number;
  used_at: number | null;
};

/** What was done from the panel or by a command, and when. */
export type DeedsTable = {
  id: Generated<number>;
  at: number;
  /** The key of the panel with which it was done; null for a command. */
  panel_key: number | null;
  deed: string;
  detail: string | null;
};

/** Each trouble that the server has found: when it began and ended, and when the operator was told. */
export type TroublesTable = {
  name: string;
  began_at: number;
  /** When a process has found the trouble last. */
  seen_at: number;
  over_at: number | null;
  told_began_at: number | null;
  told_over_at: number | null;
  /** Until this time one process is sending a message about the trouble, so that no other process sends it too. */
  telling_until: number;
};
