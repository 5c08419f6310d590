import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type SignUp, signUp, Unanswered } from "./sign-up.ts";

export type Load = {
  /** E-mails of the sign-ups that the server has begun to read. */
  accepted: Set<string>;
  /** E-mails of the sign-ups that were answered 200. */
  acknowledged: Set<string>;
  /** Any other answer. */
  refusals: Answer[];
  /** What was sent and not answered. */
  dropped: Unanswered[];
  /** What met nobody on a new connection. */
  unheard: Unanswered[];
  /** Every visitor has gone: the server is no longer there, or the load was ended. */
  over: Promise<unknown>;
  /** Those under way are the last ones. */
  end: () => Promise<unknown>;
};

type LoadOptions = Pick<SignUp, "url" | "bodyWithinMs"> & {
  newEmail: () => string;
  /** How many of them there are at once. */
  visitors?: number;
  /** Whether a refused visitor sends the same sign-up again under the same key, as the page does. */
  repeats?: boolean;
};

const fewVisitors = 12;
const repeatAfterMs = 50;

/** Visitors who sign up one after the other on kept connections, each time with a new e-mail, until nobody listens. */
export function startLoad({ visitors = fewVisitors, ...options }: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true });
  const ending = new AbortController();
  const met = emptyLoad();
  const visits = Array.from({ length: visitors }, () =>
    visit({ ...options, agent, met, ending: ending.signal }),
  );
  const over = Promise.all(visits).finally(() => agent.destroy());
  const end = () => {
    ending.abort();
    return over;
  };
  return { ...met, over, end };
}

type Met = Omit<Load, "over" | "end">;

function emptyLoad(): Met {
  const emails = { accepted: new Set<string>(), acknowledged: new Set<string>() };
  return { ...emails, refusals: [], dropped: [], unheard: [] };
}

type Visit = Omit<LoadOptions, "visitors"> & { agent: Agent; met: Met; ending: AbortSignal };

async function visit(options: Visit): Promise<void> {
  const { newEmail, met, ending } = options;
  const isGone = () => met.unheard.some(({ code }) => code === "ECONNREFUSED");
  while (!ending.aborted && !isGone()) {
    const email = newEmail();
    while (!(await sendOnce(options, email)) && options.repeats && !ending.aborted)
      await sleep(repeatAfterMs);
  }
}

/** Sends one sign-up; false if it was refused. */
async function sendOnce({ met, repeats, ...options }: Visit, email: string): Promise<boolean> {
  const onAccepted = () => met.accepted.add(email);
  const key = repeats && { key: email.replaceAll(/\W/g, "-") };
  try {
    const answer = await signUp({ ...options, ...key, email, onAccepted });
    if (answer.status === 200) met.acknowledged.add(email);
    else met.refusals.push(answer);
    return answer.status === 200;
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    (error.sent ? met.dropped : met.unheard).push(error);
    return true;
  }
}
