import { setImmediate as nextTurn } from "node:timers/promises";
import { isRefusedRow } from "#server/storage/connection/errors.ts";
import type { Database } from "#server/storage/tables.ts";
import { type Appended, appendSubmissions, type Submission } from "./submissions.ts";

/** Sign-ups that wait together are committed together: the disk is asked once for all of them. */
export type Appender = (submission: Submission) => Promise<Appended | NotAppended>;

/** `overloaded`: too many waited already. `late`: the store took too long, and may still store it. */
export type NotAppended = "overloaded" | "late";

/** How long the disk took, and for how many at once. */
export type Commit = { size: number; ms: number };
type OnCommit = (commit: Commit) => void;

type Waiting = Waiter & {
  submission: Submission;
  resolve: (answer: Appended | "late") => void;
  reject: (error: unknown) => void;
};

/** SQLite takes 32,766 values in a statement; thirteen columns a row stay well below. */
const largestGroup = 500;

/** In turns of the event loop. */
const longestGathering = 4;

/** Some seconds' worth: whoever comes later is better told to come back than left to time out. */
const longestQueue = 5_000;

/** From the arrival on, waiting for others included: the answer is promised within three seconds. */
const storeWithinMs = 2_500;

/**
 * Whoever waits for too long is told so. If the commit was under way it may still come through: a
 * repeat under the same key is then the same sign-up.
 */
export function createAppender(
  database: Database,
  onCommit: OnCommit = () => {},
  withinMs: number = storeWithinMs,
): Appender {
  let waiting: Waiting[] = [];
  let underWay: Waiting[] = [];
  let committing = false;
  const beginWaiting = createDeadlines(withinMs, () => [...underWay, ...waiting]);

  async function commitAll() {
    await gather(() => waiting.length);
    for (;;) {
      const here = waiting.filter(({ gone }) => !gone);
      underWay = here.slice(0, largestGroup);
      waiting = here.slice(largestGroup);
      if (underWay.length === 0) break;
      await commit(database, underWay, onCommit);
    }
    committing = false;
  }

  return (submission) => {
    if (waiting.length >= longestQueue) return Promise.resolve("overloaded");
    beginWaiting();
    if (!committing) {
      committing = true;
      void commitAll();
    }
    const since = performance.now();
    return new Promise((resolve, reject) => {
      waiting.push({ submission, resolve, reject, since, gone: false });
    });
  };
}

/** As long as each turn of the event loop brings more, the disk can wait for them: at most some tenths of a millisecond. */
async function gather(count: () => number): Promise<void> {
  for (let turn = 0; turn < longestGathering; turn += 1) {
    const before = count();
    await nextTurn();
    if (count() === before) break;
  }
}

async function commit(
  database: Database,
  group: readonly Waiting[],
  onCommit: OnCommit,
): Promise<void> {
  const startedAt = performance.now();
  try {
    const all = await appendSubmissions(
      database,
      group.map(({ submission }) => submission),
    );
    onCommit({ size: group.length, ms: performance.now() - startedAt });
    for (const [index, appended] of all.entries()) group[index]?.resolve(appended);
  } catch (error) {
    if (group.length > 1 && isRefusedRow(error)) return commitHalves(database, group, onCommit);
    for (const { reject } of group) reject(error);
  }
}

/** One row that the store won't have refuses all of its statement: halved until it stands alone. */
async function commitHalves(
  database: Database,
  group: readonly Waiting[],
  onCommit: OnCommit,
): Promise<void> {
  const middle = Math.ceil(group.length / 2);
  await commit(database, group.slice(0, middle), onCommit);
  await commit(database, group.slice(middle), onCommit);
}

type Waiter = {
  since: number;
  /** Somebody who has been told that it took too long. */
  gone: boolean;
  resolve: (answer: "late") => void;
};

/**
 * To be called whenever somebody begins to wait. One timer for all looks at whoever has waited longest: one for
 * each would cost more than their sign-up.
 */
function createDeadlines(withinMs: number, waiters: () => readonly Waiter[]): () => void {
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
