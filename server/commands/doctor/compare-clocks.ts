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
  const { ok, warn, fail } = findingsOn("clock");
  const apartMs = Math.max(Math.abs(ours - theirs) - inaccuracyMs, 0);
  const seconds = (apartMs / 1_000).toFixed(1);
  const text = `The clocks of this machine and of ${whose} differ by ${seconds} s.`;
  const todo =
    "Turn on time synchronisation on both machines (timedatectl set-ntp true), then run doctor again.";
  if (apartMs > failAboveMs) return fail(text, todo);
  return apartMs > warnAboveMs ? warn(text, todo) : ok(text);
}
