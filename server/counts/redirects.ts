import { createHmac, randomBytes } from "node:crypto";
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
  /** Neither a look, nor a reload without a pass, nor beyond the limits. */
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
   * fails: that stops no visitor, who is counted at the next try.
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
  const repeats = createRepeats(steadyClock);
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
    const visitor = person === undefined ? repeats.visitorOf(request, address) : "";
    // With a pass too: a program gets as many passes as it invents e-mails.
    const isCounted = !isLook && !repeats.isKnown(visitor) && waitFor(address) === 0;
    if (isCounted) repeats.note(visitor);
    const link = await leadTo({ request, person, isLook, isCounted }, async (job) => {
      const done = await count(job);
      if (done === undefined) repeats.forget(visitor);
      return done;
    });
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

const forgetMs = 30_000;
/** More than press in half a minute. Beyond it a repetition is counted again. */
const maxKnown = 50_000;

/**
 * Recognizes for half a minute, or a whole one at most, who loads the same address again. Only this process knows it, and
 * only by a hash under a key that is new in each process and stands nowhere else.
 */
function createRepeats(clock: () => number) {
  const key = randomBytes(32);
  let [newer, older, since] = [new Set<string>(), new Set<string>(), clock()];
  return {
    visitorOf({ url, headers }: Request, address: string): string {
      const names = ["user-agent", "accept-language"].map((name) => headers.get(name));
      const visitor = JSON.stringify([new URL(url).pathname, address, ...names]);
      return address && createHmac("sha256", key).update(visitor).digest("base64url");
    },
    isKnown(visitor: string): boolean {
      const past = clock() - since;
      if (past >= forgetMs)
        [newer, older, since] = [new Set(), past < 2 * forgetMs ? newer : new Set(), clock()];
      return newer.has(visitor) || older.has(visitor);
    },
    note(visitor: string): void {
      if (visitor !== "" && newer.size < maxKnown) newer.add(visitor);
    },
    forget: (visitor: string) => newer.delete(visitor),
  };
}
