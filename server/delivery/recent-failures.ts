/** What failed: a lead, named by its id, or a request that is about many leads or none. */
export type Subject = number | "import" | "removal" | "account";

/** How many leads are remembered. Without a limit, a long outage would fill the memory. */
const mostRemembered = 10_000;

/**
 * Counts failures to find their cause: a lead that fails while others succeed is the cause itself, but when different leads
 * fail in a row, the cause lies elsewhere. Kept in memory only; another process begins to count again.
 */
export type RecentFailures = {
  /** How many different subjects failed since the last success. */
  different(): number;
  /** Whether the subject itself is the cause. `refused`: the answer was a refusal, not a failure. */
  isOwn(subject: Subject, refused: boolean): boolean;
  /** Call this when a request was repeated: while answers fail by chance, the delivery of one lead proves nothing about another. */
  repeated(): void;
  failed(subject: Subject): void;
  succeeded(subject: Subject): void;
  /** Forgets who failed since the last success, because the cause was not the leads. */
  forgive(): void;
  /** Counts one more answer that asked for a pause, and returns how many came in a row. */
  pausesInARow(): number;
};

export function createRecentFailures(): RecentFailures {
  const failing = new Set<Subject>();
  /** Leads that failed before another lead was delivered: if they fail again, they are the cause. */
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
      // Only a lead that is delivered without a repeated request proves that leads can be delivered.
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
