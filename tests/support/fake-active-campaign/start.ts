import { createAccount, type FakeContact, type FakeList, type FakeTag } from "./account.ts";
import { createRules, type Rule } from "./fault-rules.ts";
import { type Batch, createImporter, type ImporterBehaviour } from "./importer.ts";
import { type FakeRequest, peakPerSecond } from "./limits.ts";
import { showPage } from "./page.ts";
import { createResponder } from "./routes.ts";
import {
  close,
  createDesk,
  type Follower,
  listen,
  type RequestLog,
  startElsewhere,
} from "./server.ts";

export type FakeOptions = ImporterBehaviour & {
  port?: number;
  token?: string;
  /** Names of tags that stand there already. */
  tags?: string[];
  /** The lists there are: numbers 1 to 9 when left out. */
  lists?: FakeList[];
  /** Above it the answer is 429; none when left out, `...vendorLimits` for the vendor's own. */
  requestsPerSecond?: number;
  /** What a 429 asks for. */
  retryAfterSeconds?: number;
  /** How long every answer takes, after its work is done. */
  latencyMs?: number;
  /** Milliseconds since 1970; limits and imports go by it. */
  clock?: () => number;
};

export type FakeActiveCampaign = {
  url: string;
  contacts: FakeContact[];
  tags: FakeTag[];
  batches: Batch[];
  requests: FakeRequest[];
  /** When each request came, in milliseconds. */
  requestTimes: number[];
  /** The most requests that came in any second. */
  peakPerSecond(): number;
  /** From now on, as told by the rule; gives a function that ends it. */
  misbehave(rule: Rule): () => void;
  /** Ends every rule. */
  behave(): void;
  /** To be changed at any moment. */
  importer: ImporterBehaviour;
  /** Who followed a redirect to another host. */
  followers: Follower[];
  stop(): Promise<void>;
};

/** ActiveCampaign as far as we use it, over real HTTP on this machine. */
export async function startFakeActiveCampaign(
  options: FakeOptions = {},
): Promise<FakeActiveCampaign> {
  const { port = 0, tags = [], lists = usualLists, clock = steadyClock, ...more } = options;
  const account = createAccount(tags, lists);
  const log: RequestLog = { requests: [], requestTimes: [] };
  const importer = createImporter(more);
  const rules = createRules();
  const elsewhere = await startElsewhere();
  const manners = { ...usualManners, ...more, ...log, account, rules, importer };
  const respond = createResponder({ ...manners, elsewhere: elsewhere.url });
  const now = () => ({ account: importer.settle(account, clock()), ...log, now: clock() });
  const page = () => showPage(now());
  const server = createDesk({ log, clock, respond, page, latencyMs: more.latencyMs ?? 0 });
  return {
    url: await listen(server, port),
    get contacts() {
      return now().account.contacts;
    },
    get batches() {
      return now().account.batches;
    },
    ...{ ...log, tags: account.tags, importer: more, followers: elsewhere.followers },
    ...{ misbehave: rules.add, behave: rules.clear },
    peakPerSecond: () => peakPerSecond(log.requestTimes),
    stop: async () => void (await Promise.all([close(server), elsewhere.stop()])),
  };
}

const usualManners = { token: "fake-token", requestsPerSecond: Infinity, retryAfterSeconds: 1 };
const usualLists = Array.from({ length: 9 }, (_, index) => ({
  id: `${index + 1}`,
  name: `List ${index + 1}`,
}));

/** Unlike the clock on the wall it is never set back. */
function steadyClock(): number {
  return performance.timeOrigin + performance.now();
}
