import type { Context } from "hono";
import { limitAddresses, networkAddressOf } from "#server/sign-up/limits.ts";
import type { PanelDeps } from "./panel-deps.ts";

/** How many links and unknown cookies one network address may try, right or wrong. A team shares one address. */
const perAddress = { burst: 20, perMinute: 10 };
/** The same for the network of one customer, in which a program can change its address. */
const perCustomer = { burst: 40, perMinute: 20 };

/** Counts a try of the address of a request. Returns 0, or the milliseconds to wait before the next one. */
export type CountTry = (context: Context) => number;

export function createTries({ limitClock, trustedProxies }: PanelDeps): CountTry {
  const clock = limitClock ?? (() => performance.now());
  const waitFor = limitAddresses({ perAddress, perCustomer }, clock);
  return (context) => waitFor(networkAddressOf(context, trustedProxies));
}
