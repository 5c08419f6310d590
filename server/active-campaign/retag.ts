import * as v from "valibot";
import { type AnswerFailure, activeCampaignId, readAnswer } from "./answers.ts";
import { findContacts, findInPages } from "./lookups.ts";
import { type PacedClient, readWith } from "./paced-client.ts";
import { createTagIds } from "./tags.ts";

/**
 * Gives a contact a tag anew, so that an automation that waits for the tag begins again: ActiveCampaign does not begin
 * it for a tag that the contact already has.
 */
export async function retag(
  client: PacedClient,
  { email, tag }: { email: string; tag: string },
): Promise<{ kind: "done" } | { kind: "no-contact" } | AnswerFailure> {
  const found = await findContacts(readWith(client), email);
  if (found.kind !== "found") return found;
  const [contact] = found.ids;
  if (contact === undefined) return { kind: "no-contact" };
  const named = await createTagIds().find(client, tag);
  if (named.kind !== "tag") return named;
  const removed = await removeTag(client, contact, named.id);
  if (removed.kind !== "done") return removed;
  const body = { contactTag: { contact, tag: named.id } };
  return readAnswer(await client({ method: "POST", path: "/contactTags", body }));
}

const taggings = v.pipe(
  v.object({ contactTags: v.array(v.object({ id: activeCampaignId, tag: activeCampaignId })) }),
  v.transform(({ contactTags }) => contactTags),
);

async function removeTag(
  client: PacedClient,
  contact: string,
  tag: string,
): Promise<{ kind: "done" } | AnswerFailure> {
  const tagging = await findInPages(readWith(client), {
    path: `/contacts/${encodeURIComponent(contact)}/contactTags`,
    itemsIn: taggings,
    isWanted: (item) => item.tag === tag,
    unexpectedForm: "tags of a contact without a list",
  });
  if (tagging.kind === "none") return { kind: "done" };
  if (tagging.kind !== "found") return tagging;
  const path = `/contactTags/${encodeURIComponent(tagging.item.id)}`;
  const removed = readAnswer(await client({ method: "DELETE", path }));
  return removed.kind === "not-found" ? { kind: "done" } : removed;
}
