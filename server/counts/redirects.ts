import type { Context } from "hono";
import { passParameter } from "#lead/contract.ts";
import type { ServerContext } from "#server/context.ts";
import { forOneRequest, nonPageHeaders, redirectElsewhere } from "#server/pages/security.ts";
import { limitAddresses, networkAddressOf } from "#server/sign-up/limits.ts";
import { inBatches, orUndefined } from "#server/store/batch.ts";
import { readPass } from "#server/store/pass.ts";
import { senderOf } from "./visitor-or-program.ts";

// The common code of the addresses that redirect to another site: `/grupo` to a group, `/aovivo` to the room of the
// class.

type PressContext = Pick<ServerContext, "log" | "steadyClock" | "linkKey"> & {
  config: Pick<ServerContext["config"], "trustedProxies">;
};

/** A request for a redirect: the press of a visitor, or the look of a program that only reads where the link leads. */
export type Press = {
  request: Request;
  /** The person in the link's pass, known from a sign-up; undefined if the link has no pass. */
  person: string | undefined;
  isLook: boolean;
  /** True for a press of a visitor within the limits; false for a look of a program. */
  isCounted: boolean;
};

type Way<Job, Done> = {
  /** Counts several presses together, at most `max`. */
  countAll: (jobs: readonly Job[]) => Promise<readonly Done[]>;
  max: number;
  /** The line of the log for a press that could not be counted. */
  notCounted: string;
  /**
   * Finds the address to which a press leads; undefined if there is none. `count` returns undefined while the store
   * fails: a failing store stops no visitor.
   */
  leadTo: (
    press: Press,
    count: (job: Job) => Promise<Done | undefined>,
  ) => Promise<string | undefined>;
};

/**
 * A visitor waits 2 s for a store that does not answer. In a rush, while the store still answers, the wait may be up to
 * 10 s.
 */
const waits = { withinMs: 2_000, atMostMs: 10_000 };

/** Answers requests with a redirect; undefined if there is no address, or if a browser cannot open the address. */
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
    // A press with a pass is limited too: a program gets a new pass for each e-mail that it invents.
    const isCounted = !isLook && waitFor(address) === 0;
    const link = await leadTo({ request, person, isLook, isCounted }, count);
    return link === undefined ? undefined : redirectElsewhere(link);
  };
}

/** Answers a prefetch with an error, so that the browser asks again when the visitor really opens the link. */
function refusePrefetch(): Response {
  return new Response(null, { status: 503, headers: { ...nonPageHeaders, ...forOneRequest } });
}

/**
 * How many presses are counted for one network address, so that one program cannot use up the places of the groups at
 * once. A mobile carrier puts hundreds of phones behind one address.
 */
const perAddress = { burst: 300, perMinute: 60 };

/**
 * The limit for all addresses of one internet customer together: a program there can use another address for each
 * press.
 */
const perCustomer = { burst: 1_500, perMinute: 300 };
