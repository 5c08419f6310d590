/** What failed: a lead, by its id, or something that is done for many. */
export type Subject = number | "import" | "removal" | "account";

/** Enough for a launch; without a limit a long outage would fill the memory. */
const mostRemembered = 10_000;

/**
 * Whose fault is it? What fails while others succeed is at fault itself; when different ones fail in a row, it is not
 * about them. In memory alone: a process that takes over learns it anew.
 */
export type RecentFailures = {
  /** How many different ones failed since the last success. */
  different(): number;
  /** Whether this one fails by itself: `refused` by an answer that says no, while ActiveCampaign answers a plain question. */
  isOwn(subject: Subject, refused: boolean): boolean;
  /** A request had to be made again: while answers fail by chance, a lead that gets through shows nothing about another. */
  repeated(): void;
  failed(subject: Subject): void;
  succeeded(subject: Subject): void;
  /** Nothing is held against those that failed: it was not about them, or ActiveCampaign answers like itself again. */
  forgive(): void;
  /** Answers in a row that asked for a pause, this one included. */
  pausesInARow(): number;
};

export function createRecentFailures(): RecentFailures {
  const failing = new Set<Subject>();
  /** Failed before another lead got through: the next time says more. */
  const failedAlone = new Set<Subject>();
  let pauses = 0;
  let smooth = true;
  return {
    different: () => failing.size,
    isOwn(subject, refused) {
      const others = failing.size - Number(failing.has(subject));
      return others === 0 && (refused || failedAlone.has(subject));
    },
    repeated() {
      smooth = false;
    },
    failed(subject) {
      failing.add(subject);
      failedAlone.delete(subject);
      smooth = true;
      pauses = 0;
    },
    succeeded(subject) {
      // Only a lead that gets through without trouble shows that leads can.
      if (typeof subject === "number" && smooth) for (const one of failing) failedAlone.add(one);
      failedAlone.delete(subject);
      if (failedAlone.size > mostRemembered) failedAlone.clear();
      failing.clear();
      smooth = true;
      pauses = 0;
    },
    forgive() {
      failing.clear();
      smooth = true;
      pauses = 0;
    },
    pausesInARow() {
      pauses += 1;
      return pauses;
    },
  };
}
