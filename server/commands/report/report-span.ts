import { type EventPlan, editionAt } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { hourMs } from "#event/time-zone.ts";
import { report as phrases } from "#phrases/commands/report.ts";
import type { GivenSpan } from "#server/commands/command-line/span-options.ts";
import { formatDay } from "#server/commands/printing/text.ts";
import type { Span } from "#server/store/leads/signed-up-in.ts";

const maxMs = 24 * hourMs;
/** The time around the class that the report of its night shows. */
const aroundClass = { beforeMs: 2 * hourMs, afterMs: hourMs };

export type ReportSpan = { kind: "span"; span: Span } | { kind: "refused"; line: string };

type Present = { now: number; event: EventPlan; override: Override | undefined };

/** The span of the report, in whole hours: the one that the operator wants, or the night of the class. */
export function reportSpan({ since, to }: GivenSpan, present: Present): ReportSpan {
  if (since === undefined && to === undefined) return spanOfClass(present);
  const { now } = present;
  const end = to ?? Math.min(now, (since ?? now) + maxMs);
  const begin = since ?? end - maxMs;
  if (begin > now) return { kind: "refused", line: phrases.future };
  const span = inWholeHours({ since: begin, to: end });
  return span.to - span.since > maxMs
    ? { kind: "refused", line: phrases.tooLong }
    : { kind: "span", span };
}

function spanOfClass({ now, event, override }: Present): ReportSpan {
  const { start, end } = editionAt(event, now, override);
  const { beforeMs, afterMs } = aroundClass;
  const span = inWholeHours({ since: start - beforeMs, to: end + afterMs });
  return span.since > now
    ? { kind: "refused", line: phrases.notYet(formatDay(start)) }
    : { kind: "span", span };
}

/** Steps and sources are counted by the hour, so that a part of an hour is not known. */
function inWholeHours({ since, to }: Span): Span {
  const first = Math.floor(since / hourMs) * hourMs;
  return { since: first, to: Math.max(Math.ceil(to / hourMs) * hourMs, first + hourMs) };
}
