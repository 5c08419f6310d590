import {
  accountRoutes,
  createAccount,
  type FakeContact,
  type FakeField,
  type FakeList,
  type FakeTag,
  type Handler,
} from "./account.ts";
import { createRules, type Rule } from "./faults.ts";
import { type Batch, createImporter, type ImporterOptions } from "./importer.ts";
import { countSince, peakPerSecond } from "./limits.ts";
import {
  type Answer,
  type Call,
  close,
  createFakeServer,
  type FakeRequest,
  htmlPage,
  json,
  listen,
  tooFast,
} from "./server.ts";

export type FakeOptions = ImporterOptions & {
  port?: number;
  token?: string;
  /** The names of tags that exist from the start. */
  tags?: string[];
  /** The perstags of fields that exist from the start. */
  fields?: string[];
  /** The lists of the account; if left out, the lists 1 to 9. */
  lists?: FakeList[];
  /**
   * The most requests in a second; the fake answers 429 to further requests. If left out, there is no limit;
   * `...accountLimits` sets ActiveCampaign's limit.
   */
  requestsPerSecond?: number;
  /** How many milliseconds the fake delays each answer, after it has done what the request wants. */
  latencyMs?: number;
  /** Returns the time in milliseconds since 1970 that the fake uses for its rate limits and its imports. */
  clock?: () => number;
};

export type FakeActiveCampaign = {
  url: string;
  contacts: FakeContact[];
  tags: FakeTag[];
  fields: FakeField[];
  batches: Batch[];
  requests: FakeRequest[];
  /** The largest number of requests within any second. */
  peakPerSecond(): number;
  /** Adds a rule that makes calls fail after this. Returns a function that removes the rule. */
  misbehave(rule: Rule): () => void;
  /** Removes all rules. */
  behave(): void;
  stop(): Promise<void>;
};

/** Starts a fake of the parts of ActiveCampaign that we use, over real HTTP on this machine. */
export async function startFakeActiveCampaign(
  options: FakeOptions = {},
): Promise<FakeActiveCampaign> {
  const { port = 0, tags = [], fields = [], lists = defaultLists, clock = steadyClock } = options;
  const { token = "fake-token", requestsPerSecond = Infinity, latencyMs = 0 } = options;
  const account = createAccount({ tags, fields, lists });
  const requests: FakeRequest[] = [];
  const { batches, queueImport, importInfo, advance } = createImporter(options);
  const routes: Record<string, Handler> = {
    ...accountRoutes,
    "POST /import/bulk_import": queueImport,
    "GET /import/info": importInfo,
  };
  const rules = createRules();

  /** Checks the rate limit first, then the faults that a test wants, then the token; then it does the work. */
  function respond(call: Call): Answer {
    advance(account, call.at);
    if (countSince(requests, 1_000, call.at) > requestsPerSecond) return tooFast("1");
    const work = () => (call.token === token ? route(call) : json(403, { message: "Forbidden" }));
    return rules.wrongAnswer({ account, call, work }) ?? work();
  }
  function route(call: Call): Answer {
    const [, id = ""] = /\/(\d+)/.exec(call.path) ?? [];
    const answer = routes[`${call.method} ${call.path.replace(/\/\d+/, "/ID")}`];
    return answer ? answer(account, call, id) : htmlPage(404, "Not Found");
  }
  const fake = {
    get contacts() {
      advance(account, clock());
      return [...account.byId.values()];
    },
    get batches() {
      advance(account, clock());
      return batches;
    },
    tags: account.tags,
    fields: account.fields,
    requests,
    peakPerSecond: () => peakPerSecond(requests),
    misbehave: rules.add,
    behave: rules.clear,
  };
  const page = () => {
    const { contacts, batches } = fake;
    const newest = requests.slice(-50).toReversed();
    return JSON.stringify({ contacts, batches, requests: newest }, undefined, 2);
  };
  const server = createFakeServer({ requests, clock, respond, page, latencyMs });
  const url = await listen(server, port);
  return Object.assign(fake, { url, stop: () => close(server) });
}

const defaultLists = Array.from({ length: 9 }, (_, index) => ({
  id: `${index + 1}`,
  name: `List ${index + 1}`,
}));

/** The fake's default clock: unlike `Date.now`, it never jumps back. */
function steadyClock(): number {
  return performance.timeOrigin + performance.now();
}
