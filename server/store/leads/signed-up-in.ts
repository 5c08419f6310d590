import type { ExpressionBuilder } from "kysely";
import type { Tables } from "#server/store/row-types.ts";

/** A span of time: `to` is its first moment that does not belong to it. */
export type Span = { since: number; to: number };

/** True for a lead whose person signed up in the span, for the first time or again. Held sign-ups do not count. */
export function signedUpIn({ since, to }: Span) {
  return (query: ExpressionBuilder<Tables, "leads">) =>
    query.exists(
      query
        .selectFrom("submissions")
        .select("submissions.id")
        .whereRef("submissions.email_key", "=", "leads.email_key")
        .where("submissions.derived_at", "is not", null)
        .where("submissions.received_at", ">=", since)
        .where("submissions.received_at", "<", to),
    );
}
