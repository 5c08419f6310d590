import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isOpenElsewhere } from "./backup.ts";
import { readHeaderOf } from "./sqlite-header.ts";
import { hasContent, stale } from "./stale-store.ts";

const logAppearsWithinMs = 5_000;
const lookAgainMs = 20;

/**
 * Waits while another process has the store open and its log is missing: that process will notice the removal and end.
 * With a second log now, one of the two would be lost.
 */
export async function waitForLog(file: string): Promise<void> {
  const giveUpAt = performance.now() + logAppearsWithinMs;
  while (isLogMissing(file) && isOpenElsewhere(file)) {
    if (performance.now() > giveUpAt)
      throw stale(
        `The write-ahead log of ${file} was removed, and another process still has the store open. Stop that process with SIGTERM, which saves everything`,
      );
    await sleep(lookAgainMs);
  }
}

function isLogMissing(file: string): boolean {
  return hasContent(file) && !(existsSync(`${file}-wal`) && existsSync(`${file}-shm`));
}

/** Whether only the log is left, because the file was moved away or emptied: SQLite would create an empty store and delete the log. */
export function isLogAlone(file: string): boolean {
  return hasContent(`${file}-wal`) && !hasContent(file);
}

/** Throws when the log does not belong to the file, as after a backup was copied over it: SQLite would mix the two. */
export function refuseForeignLog(file: string): void {
  if (isLogAlone(file))
    throw stale(
      `${file} is missing, and ${file}-wal holds its newest sign-ups. Put the file back, or restore a backup with --replace`,
    );
  if (!hasContent(`${file}-wal`) || readHeaderOf(file).isInWal) return;
  throw stale(
    `${file} was written over while ${file}-wal held newer sign-ups. Restore a backup with --replace`,
  );
}
