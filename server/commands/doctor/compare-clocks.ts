import { subjects } from "#phrases/doctor/doctor.ts";
import { storeFindings as phrases } from "#phrases/doctor/store.ts";
import { formatDecimal } from "#server/commands/printing/text.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

/**
 * Doctor warns when two clocks differ by more than this many milliseconds, because the times of sign-ups, consents and
 * erasures depend on the clocks.
 */
const warnAboveMs = 5_000;
const failAboveMs = 60_000;

export function compareClocks(
  whose: string,
  { ours, theirs, inaccuracyMs }: { ours: number; theirs: number; inaccuracyMs: number },
): DoctorFinding {
  const { ok, warn, fail } = findingsOn(subjects.clock);
  const apartMs = Math.max(Math.abs(ours - theirs) - inaccuracyMs, 0);
  const text = phrases.clocksDiffer(whose, formatDecimal(apartMs / 1_000));
  const todo = phrases.synchronise;
  if (apartMs > failAboveMs) return fail(text, todo);
  return apartMs > warnAboveMs ? warn(text, todo) : ok(text);
}
