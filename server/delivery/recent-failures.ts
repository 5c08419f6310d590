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
  /** Forgets which leads failed since the last success, because they were not the cause. */
  forgive(): void;
  /** Counts one more answer that asked for a pause, and returns how many came in a row. */
  pausesInARow(): number;
};

type Memory = {
  /** Failed since the last success. */
  failing: Set<Subject>;
  /** Failed since the last lead was delivered. An import that succeeds proves nothing about them. */
  suspects: Set<Subject>;
  /** Failed before another lead was delivered: if they fail again, they are the cause. */
  failedAlone: Set<Subject>;
  smooth: boolean;
};

export function createRecentFailures(): RecentFailures {
  const memory = emptyMemory();
  const { failing, suspects, failedAlone } = memory;
  let pauses = 0;
  return {
    different: () => failing.size,
    isOwn(subject, refused) {
      const others = suspects.size - Number(suspects.has(subject));
      return others === 0 && (refused || failedAlone.has(subject));
    },
    repeated() {
      memory.smooth = false;
    },
    failed(subject) {
      noteFailure(memory, subject);
      pauses = 0;
    },
    succeeded(subject) {
      noteSuccess(memory, subject);
      pauses = 0;
    },
    forgive() {
      forgive(memory);
      pauses = 0;
    },
    pausesInARow() {
      pauses += 1;
      return pauses;
    },
  };
}

function emptyMemory(): Memory {
  return { failing: new Set(), suspects: new Set(), failedAlone: new Set(), smooth: true };
}

function noteFailure(memory: Memory, subject: Subject): void {
  memory.failing.add(subject);
  memory.suspects.add(subject);
  memory.failedAlone.delete(subject);
  memory.smooth = true;
}

function noteSuccess(memory: Memory, subject: Subject): void {
  const { failing, suspects, failedAlone, smooth } = memory;
  const isLead = typeof subject === "number";
  // Only a lead that gets through without trouble shows that leads can.
  if (isLead && smooth) for (const one of suspects) failedAlone.add(one);
  failedAlone.delete(subject);
  if (failedAlone.size > mostRemembered) failedAlone.clear();
  if (isLead) suspects.clear();
  else suspects.delete(subject);
  failing.clear();
  memory.smooth = true;
}

function forgive(memory: Memory): void {
  memory.failing.clear();
  memory.suspects.clear();
  memory.smooth = true;
}
