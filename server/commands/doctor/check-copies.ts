import { subjects } from "#phrases/doctor/doctor.ts";
import { storeFindings as phrases } from "#phrases/doctor/store.ts";
import type { WithDatabase } from "#server/commands/command-line/command.ts";
import { shellWord } from "#server/commands/printing/escape.ts";
import { formatTime } from "#server/commands/printing/text.ts";
import {
  describeInterval,
  findRepeatedCopies,
  isLate,
  lastBackupAt,
} from "#server/copies/repeated-copies.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

/** Tells how old the newest copy in each place is. */
export async function checkCopies({ database, clock }: WithDatabase): Promise<DoctorFinding[]> {
  const { ok, warn, fail } = findingsOn(subjects.backup);
  const repeated = await findRepeatedCopies(database);
  if (repeated.length > 0)
    return repeated.map((copy) => {
      const { place, everyMs, at } = copy;
      if (!isLate(copy, clock())) return ok(phrases.copiesKept(place, formatTime(at)));
      const text = phrases.copiesLate(place, formatTime(at), describeInterval(everyMs));
      return fail(text, phrases.resumeCopies(shellWord(place)));
    });
  const last = await lastBackupAt(database);
  return last === undefined
    ? [warn(phrases.noBackup, phrases.makeBackups)]
    : [ok(phrases.backupMade(formatTime(last)))];
}
