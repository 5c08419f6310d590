import { Agent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { ana } from "#tests/support/people.ts";
import { type Answer, ask, type TestProxy } from "./proxy.ts";

export type Visits = {
  /** The e-mails of the sign-ups that were answered 200. */
  acknowledged: Set<string>;
  /** The requests without the right answer, each with the other answer or the error. */
  lost: { what: "page" | "sign-up"; instead: string }[];
  /** Starts no more requests, and waits for those that are not answered yet. */
  end: () => Promise<void>;
};

const visitors = 12;
const longestPauseMs = 500;

/** Starts visitors with their own addresses, who open the page and sign up again and again, on connections that stay open. */
export function startVisits(
  proxy: TestProxy,
  newEmail: () => string,
  random: () => number,
): Visits {
  const acknowledged = new Set<string>();
  const lost: Visits["lost"] = [];
  let ending = false;

  async function visit(number: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const from = `127.1.1.${number + 1}`;
    while (!ending) {
      await count("page", ask(proxy, "/", { agent, from }));
      const email = newEmail();
      const answer = signUp(proxy, email, { agent, from });
      if (await count("sign-up", answer)) acknowledged.add(email);
      await sleep(longestPauseMs * random());
    }
    agent.destroy();
  }

  async function count(what: "page" | "sign-up", answer: Promise<Answer>): Promise<boolean> {
    const instead = await answer.then(
      ({ status, body }) => (status === 200 ? undefined : `${status} ${body.slice(0, 80)}`),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (instead !== undefined) lost.push({ what, instead });
    return instead === undefined;
  }

  const visits = Array.from({ length: visitors }, (_, number) => visit(number));
  const end = async () => {
    ending = true;
    await Promise.all(visits);
  };
  return { acknowledged, lost, end };
}

export function signUp(
  proxy: TestProxy,
  email: string,
  from: { agent?: Agent; from?: string; headers?: Record<string, string> } = {},
) {
  return ask(proxy, addContactPath, {
    ...from,
    method: "POST",
    headers: {
      apikey: links.publicKey,
      "content-type": "application/json",
      ...from.headers,
    },
    body: JSON.stringify({ ...ana, email }),
  });
}
