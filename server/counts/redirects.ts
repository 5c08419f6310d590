import type { Context } from "hono";
import { passParameter } from "#lead/contract.ts";
import type { ServerContext } from "#server/context.ts";
import { forOneRequest, nonPageHeaders, redirectElsewhere } from "#server/pages/security.ts";
import { limitAddresses, networkAddressOf } from "#server/sign-up/limits.ts";
import { inBatches, orUndefined } from "#server/store/batch.ts";
import { readPass } from "#server/store/pass.ts";
import { senderOf } from "./visitor-or-program.ts";

// What the two ways out of the site have in common: `/grupo` to a group, `/aovivo` to the room of the class.

type PressContext = Pick<ServerContext, "log" | "steadyClock" | "linkKey"> & {
  config: Pick<ServerContext["config"], "trustedProxies">;
};

/** A request to be led on: the press of a visitor, or the look of a program. */
export type Press = {
  request: Request;
  /** The person of a sign-up; undefined for a visitor whose link has no pass. */
  person: string | undefined;
  isLook: boolean;
  /** Neither a look nor beyond the limits. */
  isCounted: boolean;
};

type Way<Job, Done> = {
  /** Counts presses together, `max` at most. */
  countAll: (jobs: readonly Job[]) => Promise<readonly Done[]>;
  max: number;
  /** The line of the log for a press that could not be counted. */
  notCounted: string;
  /**
   * Finds the address to which a press leads; undefined if there is none. `count` answers with undefined while the store
   * fails: that stops no visitor.
   */
  leadTo: (
    press: Press,
    count: (job: Job) => Promise<Done | undefined>,
  ) => Promise<string | undefined>;
};

/** A visitor waits 2 s for a store that does not answer. In a rush, while the store does answer, it may be up to 10 s. */
const waits = { withinMs: 2_000, atMostMs: 10_000 };

/** Answers presses and looks with a redirect; undefined if there is no address, or none that can be opened. */
export function answerPresses<Job, Done extends object>(
  { log, steadyClock, linkKey, config }: PressContext,
  { countAll, max, notCounted, leadTo }: Way<Job, Done>,
): (context: Context) => Promise<Response | undefined> {
  const waitFor = limitAddresses({ perAddress, perCustomer }, steadyClock);
  const { add } = inBatches(countAll, { max, ...waits });
  const count = orUndefined(add, (reason) => log.error(reason, notCounted));

  return async (context) => {
    const { raw: request } = context.req;
    const sender = senderOf(request);
    if (sender === "prefetch") return refusePrefetch();
    const isLook = sender === "program";
    const key = linkKey();
    const person = key && readPass(key, context.req.query(passParameter) ?? "");
    const address = networkAddressOf(context, config.trustedProxies);
    // With a pass too: a program gets as many passes as it invents e-mails.
    const isCounted = !isLook && waitFor(address) === 0;
    const link = await leadTo({ request, person, isLook, isCounted }, count);
    return link === undefined ? undefined : redirectElsewhere(link);
  };
}

/** A browser that asked ahead of a visit asks again at the visit, because this answer is an error. */
function refusePrefetch(): Response {
  return new Response(null, { status: 503, headers: { ...nonPageHeaders, ...forOneRequest } });
}

/**
 * How many presses are counted for one network address, so that one program cannot use up the places at once. A mobile
 * carrier puts hundreds of phones behind one address.
 */
const perAddress = { burst: 300, perMinute: 60 };

/** The limit for all addresses of one customer together: a program there can take another address for each try. */
const perCustomer = { burst: 1_500, perMinute: 300 };
