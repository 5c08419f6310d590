import { type DoctorFinding, findingsOn } from "./finding.ts";

/** When leads come and when they consented is told by these clocks. */
const noticedMs = 5_000;
const harmfulMs = 60_000;

type Clocks = { ours: number; theirs: number /** How exactly theirs is told. */; graceMs: number };

export function compareClocks(whose: string, { ours, theirs, graceMs }: Clocks): DoctorFinding {
  const { ok, warn, fail } = findingsOn("clock");
  const apartMs = Math.max(Math.abs(ours - theirs) - graceMs, 0);
  const seconds = (apartMs / 1_000).toFixed(1);
  const text = `This machine's clock is ${seconds} s from ${whose}.`;
  const todo = "Set both by a time server (timedatectl set-ntp true), then run doctor again.";
  if (apartMs > harmfulMs) return fail(text, todo);
  return apartMs > noticedMs ? warn(text, todo) : ok(text);
}
