import type { Generated } from "kysely";

/** The WhatsApp groups to which visitors are led, in the order of their ids. */
export type GroupsTable = {
  id: Generated<number>;
  /** The invitation to the group. */
  link: string;
  /** How many members the group can have. */
  room: number;
  /** How many places the group gives: usually fewer than `room`, because some people come another way. */
  stop_at: number;
  /** When the operator added the group or opened it again. What people said before no longer counts. */
  opened_at: number;
  closed_at: number | null;
};

/** One row for each press that was counted. A removed group leaves no rows. */
export type GroupPlacesTable = {
  group_id: number;
  /** Counts from 1 in each group. */
  number: number;
  /** The random code that a sign-up got, which names no lead; null for a press without a sign-up. */
  person: string | null;
  /** When the person said that this group is full. */
  full_at: number | null;
};
