import {
  type ActiveCampaignSettings,
  connectActiveCampaign,
} from "#server/active-campaign/client.ts";
import {
  createPace,
  createPacedClient,
  operatorPerSecond,
} from "#server/active-campaign/paced-client.ts";
import { retag } from "#server/active-campaign/tags.ts";
import { type Sleep, startDeadline } from "#server/waiting.ts";
import type { Message } from "./message.ts";
import type { RequestOutcome } from "./send-request.ts";
import type { Way } from "./teller.ts";

export type EmailDeps = {
  steadyClock: () => number;
  sleep: Sleep;
  fetch: typeof fetch;
};

/** Automations at ActiveCampaign wait for these tags, and send the e-mails. */
const tagOf = {
  began: "black-ahsd-alerta",
  test: "black-ahsd-alerta",
  over: "black-ahsd-alerta-fim",
} as const satisfies Record<Message["state"], string>;

/** All requests of one message together; shorter than the right to send it lasts. */
const maxMs = 20_000;

/** The way by e-mail: a tag for the operator's own contact at ActiveCampaign, whose automation sends the e-mail. */
export function emailWay(
  email: string,
  settings: ActiveCampaignSettings,
  { steadyClock, sleep, fetch }: EmailDeps,
): Way {
  const activeCampaign = connectActiveCampaign(settings, { fetch });
  return {
    name: "ActiveCampaign",
    async send({ state }, stopped) {
      const deadline = startDeadline(maxMs, stopped);
      const pace = createPace(operatorPerSecond, steadyClock);
      const client = createPacedClient({ activeCampaign, pace, sleep, stopped: deadline.signal });
      try {
        return outcomeOf(await retag(client, { email, tag: tagOf[state] }));
      } finally {
        deadline.clear();
      }
    },
  };
}

function outcomeOf(result: Awaited<ReturnType<typeof retag>>): RequestOutcome {
  switch (result.kind) {
    case "done":
      return { kind: "accepted", status: 200 };
    case "no-contact":
      return { kind: "failed", reason: "no contact" };
    case "not-found":
    case "refused":
    case "retry-later":
    case "rate-limited":
    case "account-refused":
    case "interrupted":
      return { kind: "failed", reason: result.reason };
  }
}
