// @ts-check

/** How often an unfinished phase prints that it still works. */
const everyMs = 10_000;

/**
 * Prints what is being done, that it still works, and how long it took: minutes without a line look like a failure.
 * @template {{ ok: boolean }} Outcome
 * @param {string} title what is being done, and about how long it takes
 * @param {() => Promise<Outcome>} work
 * @param {number} [intervalMs]
 * @returns {Promise<Outcome>}
 */
export async function phase(title, work, intervalMs = everyMs) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  console.log(`${title}…`);
  const timer = setInterval(() => console.log(`  still working after ${seconds()} s`), intervalMs);
  try {
    const outcome = await work();
    console.log(`  ${outcome.ok ? "done" : "failed"} after ${seconds()} s`);
    return outcome;
  } finally {
    clearInterval(timer);
  }
}
