import type { Answer, Call } from "./active-campaign/client.ts";
import type { Caller } from "./active-campaign/rate-limited-client.ts";

/** Remembers how far a failed try of a lead came, so that the next try continues there. */
export type Progress = {
  /** Answers a request from the lead's last try if it was made there; otherwise sends it. */
  goOn(leadId: number, call: Caller): Caller;
  forget(leadId: number): void;
};

/** Long enough for a lead that waits behind others, short enough that the answers are still true. */
const keptMs = 5 * 60_000;

type Kept = { at: number; answers: Map<string, Answer> };

/** Keeps this in memory only. Another process begins with the first request again, which does no harm. */
export function createProgress(clock: () => Promise<number>): Progress {
  const leads = new Map<number, Kept>();
  return {
    goOn(leadId, call) {
      let accepted = () => {};
      return async (request) => {
        // The courier asks for more, so it accepted the answer before.
        accepted();
        accepted = () => {};
        const now = await clock();
        const key = JSON.stringify(request);
        const known = keptOf(leads, leadId, now)?.get(key);
        if (known !== undefined) return known;
        const answer = await call(request);
        // The contact no longer exists, so the earlier answers about it are no longer true.
        if (answer.kind === "answer" && answer.status === 404) leads.delete(leadId);
        else if (isAboutContact(request))
          accepted = () => keep(leads, leadId, { now, key, answer });
        return answer;
      };
    },
    forget: (leadId) => leads.delete(leadId),
  };
}

/** Keeps only answers about a contact; the ids of tags are kept elsewhere, for all leads. */
function isAboutContact({ path }: Call): boolean {
  return path.startsWith("/contact");
}

function keptOf(leads: Map<number, Kept>, leadId: number, now: number) {
  for (const [id, { at }] of leads) {
    if (Math.abs(now - at) <= keptMs) break;
    leads.delete(id);
  }
  return leads.get(leadId)?.answers;
}

function keep(
  leads: Map<number, Kept>,
  leadId: number,
  { now, key, answer }: { now: number; key: string; answer: Answer },
): void {
  const kept = leads.get(leadId) ?? { at: now, answers: new Map() };
  kept.answers.set(key, answer);
  leads.set(leadId, kept);
}
