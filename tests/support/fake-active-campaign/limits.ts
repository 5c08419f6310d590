/** What the vendor allows the whole account; for `startFakeActiveCampaign({ ...vendorLimits })`. */
export const vendorLimits = { requestsPerSecond: 5 } as const;

/** The importer's own. They always hold. */
export const importLimits = {
  requestsPerMinute: { severalContacts: 100, oneContact: 20 },
  contacts: 250,
  /** A request must stay below. */
  bytes: 400_000,
} as const;

export type FakeRequest = {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  path: string;
  /** 0 while there is no answer, and when there never was one. */
  status: number;
};

/** How many of these times, oldest first, lie less than that long ago. */
export function countSince(times: readonly number[], windowMs: number, now: number): number {
  let first = times.length;
  while (first > 0 && (times[first - 1] ?? 0) > now - windowMs) first -= 1;
  return times.length - first;
}

/** The most of them in any second, wherever it begins. */
export function peakPerSecond(times: readonly number[]): number {
  let first = 0;
  return times.reduce((peak, time, last) => {
    while ((times[first] ?? time) <= time - 1_000) first += 1;
    return Math.max(peak, last - first + 1);
  }, 0);
}
