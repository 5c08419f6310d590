import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isOpenElsewhere } from "./backup.ts";
import { readHeaderOf } from "./sqlite-header.ts";
import { hasContent, stale } from "./stale-store.ts";

const logAppearsWithinMs = 5_000;
const lookAgainMs = 20;

/**
 * A log that is missing while another process has the store open was removed: that process
 * will notice and end. To begin a second log beside the first would lose one of them.
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

/** The log of a file that was moved away or emptied: SQLite would begin an empty store, and delete the log. */
export function isLogAlone(file: string): boolean {
  return hasContent(`${file}-wal`) && !hasContent(file);
}

/** Or the log of another store, which a backup copied over the file has left: SQLite would mix the two. */
export function refuseForeignLog(file: string): void {
  if (isLogAlone(file))
    throw stale(
      `${file} is missing, and ${file}-wal holds its newest sign-ups. Bring it back to its place, or restore a backup with --replace`,
    );
  if (!hasContent(`${file}-wal`) || readHeaderOf(file).isInWal) return;
  throw stale(
    `${file} was written over while ${file}-wal held newer sign-ups. Restore a backup with --replace`,
  );
}
