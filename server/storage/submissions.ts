import { emailKey, type Lead } from "#lead/lead.ts";
import type { Database, Writing } from "./tables.ts";

/** Where on the page a visitor signed up. */
export const surfaces = ["popup", "page", "unknown"] as const;
export type Surface = (typeof surfaces)[number];

export type Submission = { lead: Lead; surface: Surface; receivedAt: number };
export type StoredSubmission = Lead & { id: number; emailKey: string; receivedAt: number };

/** The acknowledgement: once this returns the sign-up is on disk, and all the rest can be derived from it. */
export async function appendSubmission(
  database: Database,
  { lead, surface, receivedAt }: Submission,
): Promise<void> {
  await database
    .insertInto("submissions")
    .values({
      received_at: receivedAt,
      name: lead.name,
      email: lead.email,
      whatsapp: lead.whatsapp,
      email_key: emailKey(lead.email),
      surface,
    })
    .execute();
}

/** Takes the oldest unsettled ones for this transaction alone: another bookkeeper waits, then finds them settled. */
export async function takeUnsettled(
  writing: Writing,
  { now, limit }: { now: number; limit: number },
): Promise<StoredSubmission[]> {
  const taken = await writing
    .updateTable("submissions")
    .set({ settled_at: now })
    .where("settled_at", "is", null)
    .where("id", "in", (query) =>
      query
        .selectFrom("submissions")
        .select("id")
        .where("settled_at", "is", null)
        .orderBy("id")
        .limit(limit),
    )
    .returning(["id", "name", "email", "whatsapp", "email_key", "received_at"])
    .execute();
  return taken
    .map(({ email_key, received_at, ...rest }) => ({
      ...rest,
      emailKey: email_key,
      receivedAt: received_at,
    }))
    .sort((a, b) => a.id - b.id);
}
