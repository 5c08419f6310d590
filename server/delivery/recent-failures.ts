/** What failed: a lead, given by its id, or a request that concerns many leads or no lead. */
export type Subject = number | "import" | "removal" | "account";

/** The most failed leads that are remembered. Without a limit, a long outage would fill the memory. */
const maxRemembered = 10_000;

/**
 * Counts failures to find their cause: a lead that fails while other leads succeed is the cause itself, but when
 * different leads fail in a row, the cause is not one lead. The counts are only in memory; another process begins to
 * count from 0.
 */
export type RecentFailures = {
  /** How many different leads or other subjects failed since the last success. */
  countDifferent(): number;
  /**
   * Says whether the lead or other subject is the cause of its own failure. `refused`: ActiveCampaign answered, but
   * refused the request.
   */
  isCause(subject: Subject, refused: boolean): boolean;
  /** Call this after a repeated request: while answers fail by chance, the delivery of one lead proves nothing about another. */
  noteRepeat(): void;
  noteFailure(subject: Subject): void;
  noteSuccess(subject: Subject): void;
  /** Forgets which leads and other subjects failed since the last success, because they were not the cause of the failures. */
  forgetFailing(): void;
  /** Counts one more HTTP response that asked for a back-off, and returns how many of these came in a row. */
  countBackOff(): number;
};

type Memory = {
  /** The leads and other subjects that failed since the last success. */
  failing: Set<Subject>;
  /**
   * The leads and other subjects that failed since the last delivery of a lead. The success of an import proves nothing
   * about them.
   */
  suspects: Set<Subject>;
  /**
   * The leads and other subjects that failed before another lead was delivered: one that fails again is the cause of
   * its own failure.
   */
  strongSuspects: Set<Subject>;
  /** True if no request was repeated since the last success or failure. */
  withoutRepeat: boolean;
};

export function createRecentFailures(): RecentFailures {
  const memory: Memory = {
    failing: new Set(),
    suspects: new Set(),
    strongSuspects: new Set(),
    withoutRepeat: true,
  };
  let backOffsInARow = 0;
  return {
    countDifferent: () => memory.failing.size,
    isCause(subject, refused) {
      const others = memory.suspects.size - Number(memory.suspects.has(subject));
      return others === 0 && (refused || memory.strongSuspects.has(subject));
    },
    noteRepeat() {
      memory.withoutRepeat = false;
    },
    noteFailure(subject) {
      noteFailure(memory, subject);
      backOffsInARow = 0;
    },
    noteSuccess(subject) {
      noteSuccess(memory, subject);
      backOffsInARow = 0;
    },
    forgetFailing() {
      forgetFailing(memory);
      backOffsInARow = 0;
    },
    countBackOff() {
      backOffsInARow += 1;
      return backOffsInARow;
    },
  };
}

function noteFailure(memory: Memory, subject: Subject): void {
  memory.failing.add(subject);
  memory.suspects.add(subject);
  memory.strongSuspects.delete(subject);
  memory.withoutRepeat = true;
}

function noteSuccess(memory: Memory, subject: Subject): void {
  const { failing, suspects, strongSuspects, withoutRepeat } = memory;
  const isLead = typeof subject === "number";
  // A lead that was delivered without a repeated request shows that ActiveCampaign accepts leads.
  if (isLead && withoutRepeat) for (const suspect of suspects) strongSuspects.add(suspect);
  strongSuspects.delete(subject);
  if (strongSuspects.size > maxRemembered) strongSuspects.clear();
  if (isLead) suspects.clear();
  else suspects.delete(subject);
  failing.clear();
  memory.withoutRepeat = true;
}

function forgetFailing(memory: Memory): void {
  memory.failing.clear();
  memory.suspects.clear();
  memory.withoutRepeat = true;
}
