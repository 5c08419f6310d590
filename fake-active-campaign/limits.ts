/** ActiveCampaign's limit for a whole account, for use as `startFakeActiveCampaign({ ...accountLimits })`. */
export const accountLimits = { requestsPerSecond: 5 } as const;

/** The limits of ActiveCampaign's importer, which the fake always keeps. */
export const importLimits = {
  requestsPerMinute: { severalContacts: 100, oneContact: 20 },
  contacts: 250,
  /** The importer accepts only bodies with fewer bytes than this. */
  bytes: 400_000,
} as const;

type Timed = { at: number };

/** The number of entries that are less than `windowMs` old. The entries are sorted, oldest first. */
export function countSince(entries: readonly Timed[], windowMs: number, now: number): number {
  let first = entries.length;
  while (first > 0 && (entries[first - 1]?.at ?? 0) > now - windowMs) first -= 1;
  return entries.length - first;
}

/** The largest number of entries within any second. The entries are sorted, oldest first. */
export function peakPerSecond(entries: readonly Timed[]): number {
  let first = 0;
  return entries.reduce((peak, { at }, last) => {
    while ((entries[first]?.at ?? at) <= at - 1_000) first += 1;
    return Math.max(peak, last - first + 1);
  }, 0);
}
