import { type AnswerFailure, readAnswer } from "./answers.ts";
import { findMembership, subscribedStatus, unsubscribedStatus } from "./lookups.ts";
import { type PacedClient, readWith } from "./paced-client.ts";

/**
 * Subscribes a contact, unless it has unsubscribed: a later sign-up proves nothing, because any stranger can type the
 * e-mail. Only the operator or the person can subscribe the contact again, at ActiveCampaign.
 */
export async function subscribe(
  client: PacedClient,
  { contact, list }: { contact: string; list: string },
): Promise<{ kind: "subscribed" } | { kind: "had-unsubscribed" } | AnswerFailure> {
  const found = await findMembership(readWith(client), contact, list);
  if (found.kind !== "found" && found.kind !== "none") return found;
  const known = found.kind === "found" ? found.item.status : undefined;
  if (known === subscribedStatus) return { kind: "subscribed" };
  if (known === unsubscribedStatus) return { kind: "had-unsubscribed" };
  const status = Number(subscribedStatus);
  const body = { contactList: { list: Number(list), contact: Number(contact), status } };
  const reading = readAnswer(await client({ method: "POST", path: "/contactLists", body }));
  return reading.kind === "done" ? { kind: "subscribed" } : reading;
}
