import type { Answer, Call } from "./active-campaign.ts";
import type { Caller } from "./turns.ts";

/** How far leads came whose last try failed: the next one goes on there. */
export type Progress = {
  /** What this lead was answered in its last try is not asked again. */
  goOn(leadId: number, call: Caller): Caller;
  forget(leadId: number): void;
};

/** Long enough to wait behind others, short enough that what was answered is still true. */
const keptMs = 5 * 60_000;

type Kept = { at: number; answers: Map<string, Answer> };

/** In memory alone: a process that takes over begins with the first request, which does no harm. */
export function createProgress(clock: () => Promise<number>): Progress {
  const leads = new Map<number, Kept>();
  return {
    goOn(leadId, call) {
      let accepted = () => {};
      return async (request) => {
        // The one before was accepted, as another follows.
        accepted();
        accepted = () => {};
        const now = await clock();
        const key = JSON.stringify(request);
        const known = keptOf(leads, leadId, now)?.get(key);
        if (known !== undefined) return known;
        const answer = await call(request);
        // The contact is not there any more: what was done for it is gone as well.
        if (answer.kind === "answer" && answer.status === 404) leads.delete(leadId);
        else if (isAboutContact(request))
          accepted = () => keep(leads, leadId, { now, key, answer });
        return answer;
      };
    },
    forget: (leadId) => leads.delete(leadId),
  };
}

/** Not what is asked about tags: that is kept for all leads. */
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
