import type { Answer, ApiRequest } from "#server/active-campaign/client.ts";
import type { PacedClient } from "#server/active-campaign/paced-client.ts";

/** Remembers which requests of a lead succeeded in its failed try, so that the next try continues after them. */
export type EarlierTries = {
  /** Answers a request from memory if the lead's earlier try made the same request; otherwise sends it. */
  continueWith(leadId: number, client: PacedClient): PacedClient;
  forget(leadId: number): void;
};

/**
 * How long an HTTP response is remembered for a lead's next try, in milliseconds: long enough for a lead that waits
 * behind other leads, and short enough that the HTTP response is still true.
 */
const rememberedForMs = 5 * 60_000;

type Remembered = { at: number; answers: Map<string, Answer> };

/**
 * Keeps the answers of a lead's earlier try in memory only. Another process begins the lead's delivery with the first
 * request again, which does no harm.
 */
export function createEarlierTries(clock: () => Promise<number>): EarlierTries {
  const leads = new Map<number, Remembered>();
  return {
    continueWith(leadId, client) {
      let rememberLast = () => {};
      return async (request) => {
        // An HTTP response is remembered only when the delivery sends its next request, because this next request shows
        // that the delivery accepted the HTTP response.
        rememberLast();
        rememberLast = () => {};
        const now = await clock();
        const key = JSON.stringify(request);
        const known = answersOf(leads, leadId, now)?.get(key);
        if (known !== undefined) return known;
        const answer = await client(request);
        // ActiveCampaign answered 404, so the contact no longer exists, and the remembered answers about it are no
        // longer true.
        if (answer.kind === "answer" && answer.status === 404) leads.delete(leadId);
        else if (isAboutContact(request))
          rememberLast = () => remember(leads, leadId, { now, key, answer });
        return answer;
      };
    },
    forget: (leadId) => leads.delete(leadId),
  };
}

/** Remembers only answers about a contact; the ids of tags are remembered for all leads, in tags.ts. */
function isAboutContact({ path }: ApiRequest): boolean {
  return path.startsWith("/contact");
}

function answersOf(leads: Map<number, Remembered>, leadId: number, now: number) {
  for (const [id, { at }] of leads) {
    if (Math.abs(now - at) <= rememberedForMs) break;
    leads.delete(id);
  }
  return leads.get(leadId)?.answers;
}

function remember(
  leads: Map<number, Remembered>,
  leadId: number,
  { now, key, answer }: { now: number; key: string; answer: Answer },
): void {
  const remembered = leads.get(leadId) ?? { at: now, answers: new Map() };
  remembered.answers.set(key, answer);
  leads.set(leadId, remembered);
}
