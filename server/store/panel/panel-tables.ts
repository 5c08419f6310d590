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

/** Each trouble that a server has found: when it began and ended. */
export type TroublesTable = {
  name: string;
  began_at: number;
  over_at: number | null;
  /** 1 while the operator believes that the trouble lasts: its beginning was told, and its end not yet. */
  told: number;
};

/** One row: the process that looks for troubles, until when. */
export type WatchTable = { holder: string | null; expires_at: number };
