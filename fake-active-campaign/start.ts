import { createAccount, type FakeContact, type FakeList, type FakeTag } from "./account.ts";
import { createRules, type Rule } from "./fault-rules.ts";
import { type Batch, createImporter, type ImporterOptions } from "./importer.ts";
import { peakPerSecond } from "./limits.ts";
import { showPage } from "./page.ts";
import { createResponder } from "./routes.ts";
import {
  close,
  createFakeServer,
  type FakeRequest,
  type FollowedRedirect,
  listen,
  startOtherHost,
} from "./server.ts";

export type FakeOptions = ImporterOptions & {
  port?: number;
  token?: string;
  /** Names of tags that exist from the start. */
  tags?: string[];
  /** The lists of the account: numbers 1 to 9 if left out. */
  lists?: FakeList[];
  /**
   * The most requests in a second; the fake answers 429 to any further ones. If left out there is no limit;
   * `...accountLimits` sets ActiveCampaign's limit.
   */
  requestsPerSecond?: number;
  /** The seconds in the header `Retry-After` of a 429. */
  retryAfterSeconds?: number;
  /** How long the fake delays every answer, in milliseconds, after it has done what the request asks for. */
  latencyMs?: number;
  /** Returns the time in milliseconds since 1970, by which the fake applies its rate limits and ends its imports. */
  clock?: () => number;
};

export type FakeActiveCampaign = {
  url: string;
  contacts: FakeContact[];
  tags: FakeTag[];
  batches: Batch[];
  requests: FakeRequest[];
  /** The largest number of requests within any second. */
  peakPerSecond(): number;
  /** Adds a rule by which calls go wrong from now on. Returns a function that ends this rule. */
  misbehave(rule: Rule): () => void;
  /** Ends every rule. */
  behave(): void;
  /** The redirects to another host that a client followed. */
  redirectsFollowed: FollowedRedirect[];
  stop(): Promise<void>;
};

/** ActiveCampaign as far as we use it, over real HTTP on this machine. */
export async function startFakeActiveCampaign(
  options: FakeOptions = {},
): Promise<FakeActiveCampaign> {
  const { port = 0, tags = [], lists = defaultLists, clock = steadyClock } = options;
  const { latencyMs = 0, ...more } = options;
  const account = createAccount(tags, lists);
  const requests: FakeRequest[] = [];
  const importer = createImporter(options);
  const rules = createRules();
  const otherHost = await startOtherHost();
  const advance = () => importer.advance(account, clock());
  const page = () => {
    advance();
    return showPage({ account, requests, now: clock() });
  };
  const respond = createResponder({
    token: "fake-token",
    requestsPerSecond: Infinity,
    retryAfterSeconds: 1,
    ...more,
    account,
    requests,
    importer,
    rules,
    otherHost: otherHost.url,
  });
  const server = createFakeServer({ requests, clock, respond, page, latencyMs });
  return {
    url: await listen(server, port),
    get contacts() {
      advance();
      return account.contacts;
    },
    get batches() {
      advance();
      return account.batches;
    },
    tags: account.tags,
    requests,
    peakPerSecond: () => peakPerSecond(requests),
    misbehave: rules.add,
    behave: rules.clear,
    redirectsFollowed: otherHost.followed,
    stop: async () => void (await Promise.all([close(server), otherHost.stop()])),
  };
}

const defaultLists = Array.from({ length: 9 }, (_, index) => ({
  id: `${index + 1}`,
  name: `List ${index + 1}`,
}));

/** The fake's default clock: unlike `Date.now` it is never set back. */
function steadyClock(): number {
  return performance.timeOrigin + performance.now();
}
