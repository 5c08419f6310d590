import type { Account } from "./account.ts";
import { type Answer, json } from "./answer.ts";
import type { Call } from "./call.ts";
import type { Importer } from "./importer.ts";
import { countSince } from "./limits.ts";
import { createRoutes } from "./routes.ts";
import type { Rules } from "./rules.ts";
import { tooFast } from "./too-fast.ts";

export type Manners = {
  account: Account;
  rules: Rules;
  importer: Importer;
  token: string;
  requestsPerSecond: number;
  retryAfterSeconds: number;
  /** When each request came, the one in question too. */
  requestTimes: number[];
  elsewhere: string;
};

/** The pace comes first, then what was told to go wrong, then the token, then the work. */
export function createResponder(manners: Manners): (call: Call) => Answer {
  const { account, rules, importer, requestsPerSecond, requestTimes } = manners;
  const retryAfter = String(manners.retryAfterSeconds);
  const route = createRoutes(importer);
  return (call) => {
    importer.settle(account, call.at);
    const isTooFast = countSince(requestTimes, 1_000, call.at) > requestsPerSecond;
    if (isTooFast) return tooFast(retryAfter, requestsPerSecond);
    const work = () =>
      call.token === manners.token ? route(account, call) : json(403, { message: "Forbidden" });
    const way = rules.wayFor(call);
    return way ? way.answer({ ...manners, call, work }) : work();
  };
}
