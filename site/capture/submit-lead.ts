import { links } from "#content/links.ts";
import { type AddContactAnswer, addContactPath } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";

const answerTimeLimitMs = 10_000;

export const addContactUrl = `${links.functionOrigin}${addContactPath}`;

export type SubmitOutcome = { kind: "accepted" } | { kind: "failed"; reason: string };

export async function submitLead(lead: Lead, send: typeof fetch): Promise<SubmitOutcome> {
  try {
    const response = await send(addContactUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        apikey: links.publicKey,
        authorization: `Bearer ${links.publicKey}`,
      },
      body: JSON.stringify(lead),
      signal: AbortSignal.timeout(answerTimeLimitMs),
    });
    const answer: AddContactAnswer = await response.json();
    return answer.ok ? { kind: "accepted" } : { kind: "failed", reason: answer.code };
  } catch (error) {
    return { kind: "failed", reason: error instanceof Error ? error.name : "unknown" };
  }
}
