export type Waiter = {
  since: number;
  /** Somebody who has been told that it took too long. */
  gone: boolean;
  resolve: (answer: "late") => void;
};

/**
 * To be called whenever somebody begins to wait. One timer for all looks at whoever has waited longest: one for
 * each would cost more than their sign-up.
 */
export function createPatience(withinMs: number, waiters: () => readonly Waiter[]): () => void {
  let watching = false;

  function watch(afterMs: number): void {
    watching = true;
    setTimeout(tellLate, afterMs).unref();
  }

  function tellLate(): void {
    const now = performance.now();
    const here = waiters().filter(({ gone }) => !gone);
    const late = here.filter(({ since }) => since + withinMs <= now);
    for (const one of late) {
      one.gone = true;
      one.resolve("late");
    }
    watching = false;
    const oldest = here[late.length];
    if (oldest) watch(oldest.since + withinMs - now);
  }

  return () => {
    if (!watching) watch(withinMs);
  };
}
