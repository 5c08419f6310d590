import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { pageReportPath } from "#lead/page-report.ts";
import { isLongRun } from "./server.ts";
import { type Answer, type SignUp, signUp, Unanswered } from "./sign-up.ts";

type LoadResult = {
  /** The e-mails of the sign-ups that the server has begun to read. */
  begun: Set<string>;
  /** The e-mails of the sign-ups that were answered 200. */
  acknowledged: Set<string>;
  /** The answers to sign-ups with a status other than 200. */
  refusals: Answer[];
  /** The sign-ups that were sent but got no answer. */
  unanswered: Unanswered[];
  /** The sign-ups that were not sent, because the new connection failed. */
  unconnected: Unanswered[];
};

export type Load = LoadResult & {
  /** Resolves when the visitors have stopped: when the server accepts no more connections, or after a call of `end`. */
  ended: Promise<unknown>;
  /** Starts no more sign-ups, and waits for those that are not answered yet. */
  end: () => Promise<unknown>;
};

export type LoadOptions = Pick<SignUp, "url" | "bodyAfterMs"> & {
  newEmail: () => string;
  /** The number of visitors who sign up at the same time. */
  visitors?: number;
  /** With `repeats`, a refused visitor sends the same sign-up again with the same key, as the page does. */
  repeats?: boolean;
};

const defaultVisitors = 6;
/** After a refusal a visitor waits this long, so that refused visitors do not use up the processor. */
const pauseMs = 50;
/** With this pause the usual number of visitors keeps a server busy, and leaves processors to other tests. */
export const restMs = isLongRun ? 0 : 10;

/** Starts visitors who sign up again and again: each visitor on one connection, each sign-up with a new e-mail. */
export function startLoad({ visitors = defaultVisitors, ...options }: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true });
  const ending = new AbortController();
  const result: LoadResult = {
    begun: new Set(),
    acknowledged: new Set(),
    refusals: [],
    unanswered: [],
    unconnected: [],
  };
  const visits = Array.from({ length: visitors }, () =>
    visit({ ...options, agent, result, ending: ending.signal }),
  );
  const ended = Promise.all(visits).finally(() => agent.destroy());
  const end = () => {
    ending.abort();
    return ended;
  };
  return { ...result, ended, end };
}

type Visit = Omit<LoadOptions, "visitors"> & {
  agent: Agent;
  result: LoadResult;
  ending: AbortSignal;
};

async function visit(options: Visit): Promise<void> {
  const { newEmail, result, ending } = options;
  const isClosed = () => result.unconnected.some(({ code }) => code === "ECONNREFUSED");
  while (!ending.aborted && !isClosed()) {
    const email = newEmail();
    while (!(await sendOnce(options, email)) && !ending.aborted) {
      await sleep(pauseMs);
      if (!options.repeats) break;
    }
    await sleep(restMs);
  }
}

/** Sends one sign-up; returns false if it was refused. */
async function sendOnce({ result, repeats, ...options }: Visit, email: string): Promise<boolean> {
  const onBegun = () => result.begun.add(email);
  const key = repeats && { key: email.replaceAll(/\W/g, "-") };
  try {
    const answer = await signUp({ ...options, ...key, email, onBegun });
    if (answer.status === 200) result.acknowledged.add(email);
    else result.refusals.push(answer);
    return answer.status === 200;
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    (error.wasSent ? result.unanswered : result.unconnected).push(error);
    return true;
  }
}

/** Sends a page report, as the page does when a visitor opens it. */
export async function reportView(url: string): Promise<void> {
  const steps = [["view", "none", 1]];
  const answer = await fetch(`${url}${pageReportPath}`, {
    method: "POST",
    body: JSON.stringify({ source: "direct", steps }),
    headers: { "sec-fetch-site": "same-origin", "user-agent": "Mozilla/5.0" },
  });
  if (answer.status !== 204) throw new Error(`the report was answered ${answer.status}`);
}
