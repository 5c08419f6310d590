/**
 * Runs one job after the other, so that presses use one connection to the store and leave the others to sign-ups. A job
 * that has not ended in time is answered with "late", and is left out if it has not begun.
 */
export function oneAtATime(patienceMs: number) {
  let last: Promise<unknown> = Promise.resolve();
  return async function run<Result>(job: () => Promise<Result>): Promise<Result | "late"> {
    const patience = startTimer(patienceMs);
    const result = last.then<Result | "late">(() => (patience.isOver() ? "late" : job()));
    last = result.catch(() => undefined);
    try {
      return await Promise.race([result, patience.over]);
    } finally {
      patience.stop();
    }
  };
}

function startTimer(ms: number) {
  let isOver = false;
  let stop = () => {};
  const over = new Promise<"late">((resolve) => {
    const timer = setTimeout(() => {
      isOver = true;
      resolve("late");
    }, ms);
    stop = () => clearTimeout(timer);
  });
  return { over, isOver: () => isOver, stop };
}
