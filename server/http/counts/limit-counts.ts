import { limitAddresses } from "#server/sign-up/limits.ts";

/**
 * How often one network address is counted. A visit sends two or three reports, and a mobile carrier puts hundreds of
 * phones behind one address.
 */
const perAddress = { burst: 3_000, perMinute: 1_500 };

/** The same for the network of one customer, in which a program can change its address. */
const perCustomer = { burst: 9_000, perMinute: 4_500 };

/** Returns whether what an address does is still counted, so that one person cannot move the counts far. */
export function limitCounts(clock: () => number): (address: string) => boolean {
  const waitFor = limitAddresses({ perAddress, perCustomer }, clock);
  return (address) => waitFor(address) === 0;
}
