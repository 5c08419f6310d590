import { setImmediate as nextTurn } from "node:timers/promises";
import { isRefusedRow } from "#server/store/connection/errors.ts";
import type { Database } from "#server/store/tables.ts";
import { createDeadlines } from "./deadlines.ts";
import { type Appended, appendSubmissions, type Submission } from "./submissions.ts";

/** Stores a submission. All submissions that wait are committed together, with one write to the disk. */
export type Appender = (submission: Submission) => Promise<Appended | NotAppended>;

/**
 * `overloaded`: the queue of waiting submissions is full. `late`: the store took too long, and may still store this
 * one.
 */
export type NotAppended = "overloaded" | "late";

/** How long a commit took, and for how many submissions. */
export type Commit = { size: number; ms: number };
type OnCommit = (commit: Commit) => void;

type Waiting = {
  submission: Submission;
  since: number;
  late: boolean;
  resolve: (answer: Appended | "late") => void;
  reject: (error: unknown) => void;
};

/** The most submissions in one insert: their thirteen columns stay well below the 32,766 values of SQLite. */
const maxGroup = 500;

const maxGatheringTurns = 4;

/**
 * The most submissions that wait to be stored: about as many as are stored in some seconds. A visitor beyond this
 * number is told at once to try again, because a timeout would be worse.
 */
const maxQueue = 5_000;

/** The longest time from a submission's arrival to its answer: visitors are promised an answer within 3 s. */
export const storeWithinMs = 2_500;

/**
 * Each append resolves to "late" after `withinMs`. The commit may still succeed; a repeat with the same idempotency key
 * is then recognised.
 */
export function createAppender(
  database: Database,
  onCommit: OnCommit = () => {},
  withinMs: number = storeWithinMs,
): Appender {
  let waiting: Waiting[] = [];
  let inCommit: Waiting[] = [];
  let isCommitting = false;
  const watchDeadline = createDeadlines(withinMs, () => [...inCommit, ...waiting]);

  async function commitAll() {
    await gather(() => waiting.length);
    for (;;) {
      const inTime = waiting.filter(({ late }) => !late);
      inCommit = inTime.slice(0, maxGroup);
      waiting = inTime.slice(maxGroup);
      if (inCommit.length === 0) break;
      await commit(database, inCommit, onCommit);
    }
    isCommitting = false;
  }

  return (submission) => {
    if (waiting.length >= maxQueue) return Promise.resolve("overloaded");
    watchDeadline();
    if (!isCommitting) {
      isCommitting = true;
      void commitAll();
    }
    const since = performance.now();
    return new Promise((resolve, reject) => {
      waiting.push({ submission, since, late: false, resolve, reject });
    });
  };
}

/** Waits while each turn of the event loop brings more submissions, for some tenths of a millisecond at most. */
async function gather(count: () => number): Promise<void> {
  for (let turn = 0; turn < maxGatheringTurns; turn += 1) {
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
  const answers = await store(database, group);
  if (answers.kind === "stored") {
    for (const [index, appended] of answers.all.entries()) group[index]?.resolve(appended);
    return onCommit({ size: group.length, ms: performance.now() - startedAt });
  }
  // One row that the store refuses makes the whole statement fail. The group is halved until that row is alone.
  if (group.length > 1 && isRefusedRow(answers.error)) {
    const middle = Math.ceil(group.length / 2);
    await commit(database, group.slice(0, middle), onCommit);
    return commit(database, group.slice(middle), onCommit);
  }
  for (const { reject } of group) reject(answers.error);
}

type Answers = { kind: "stored"; all: Appended[] } | { kind: "failed"; error: unknown };

async function store(database: Database, group: readonly Waiting[]): Promise<Answers> {
  const submissions = group.map(({ submission }) => submission);
  try {
    return { kind: "stored", all: await appendSubmissions(database, submissions) };
  } catch (error) {
    return { kind: "failed", error };
  }
}
