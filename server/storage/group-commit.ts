import { setImmediate as nextTurn } from "node:timers/promises";
import { type Appended, appendSubmissions, type Submission } from "./submissions.ts";
import type { Database } from "./tables.ts";

/** Sign-ups that wait together are committed together: the disk is asked once for all of them. */
export type Appender = (submission: Submission) => Promise<Appended | "overloaded">;

/** How long the disk took, and for how many at once. */
export type Commit = { size: number; ms: number };
type OnCommit = (commit: Commit) => void;

type Waiting = {
  submission: Submission;
  resolve: (appended: Appended) => void;
  reject: (error: unknown) => void;
};

/** SQLite takes 32,766 values in a statement; eleven columns a row stay well below. */
const largestGroup = 500;

/** In turns of the event loop. */
const longestGathering = 4;

/** Some seconds' worth: whoever comes later is better told to come back than left to time out. */
const longestQueue = 5_000;

export function createAppender(database: Database, onCommit: OnCommit = () => {}): Appender {
  let waiting: Waiting[] = [];
  let committing = false;

  async function commitAll() {
    await gather();
    while (waiting.length > 0) {
      const group = waiting.slice(0, largestGroup);
      waiting = waiting.slice(largestGroup);
      await commit(database, group, onCommit);
    }
    committing = false;
  }

  /** As long as each turn of the event loop brings more, the disk can wait for them: at most some tenths of a millisecond. */
  async function gather() {
    for (let turn = 0, before = 0; turn < longestGathering && waiting.length > before; turn += 1) {
      before = waiting.length;
      await nextTurn();
    }
  }

  return (submission) => {
    if (waiting.length >= longestQueue) return Promise.resolve("overloaded");
    if (!committing) {
      committing = true;
      void commitAll();
    }
    return new Promise((resolve, reject) => waiting.push({ submission, resolve, reject }));
  };
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
    for (const { reject } of group) reject(error);
  }
}
