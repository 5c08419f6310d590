/** A submission that waits to be stored. */
type Waiting = {
  since: number;
  /** True once this submission was answered with "late". */
  late: boolean;
  resolve: (answer: "late") => void;
};

/**
 * Returns a function to call for each submission that begins to wait. One timer watches the oldest waiting submission:
 * a timer for each submission would cost more than storing it.
 */
export function createDeadlines(
  withinMs: number,
  findWaiting: () => readonly Waiting[],
): () => void {
  let isWatching = false;

  function watch(afterMs: number): void {
    isWatching = true;
    setTimeout(answerLate, afterMs).unref();
  }

  function answerLate(): void {
    const now = performance.now();
    const unanswered = findWaiting().filter(({ late }) => !late);
    const overdue = unanswered.filter(({ since }) => since + withinMs <= now);
    for (const one of overdue) {
      one.late = true;
      one.resolve("late");
    }
    isWatching = false;
    const oldest = unanswered[overdue.length];
    if (oldest) watch(oldest.since + withinMs - now);
  }

  return () => {
    if (!isWatching) watch(withinMs);
  };
}
