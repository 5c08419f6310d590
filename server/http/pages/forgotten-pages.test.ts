import { expect, test } from "vitest";
import type { Override } from "#event/override.ts";
import { minuteMs } from "#event/time-zone.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { builtPage, eventPagesOf } from "#tests/support/app/pages.ts";

const now = Date.parse("2026-11-11T20:10:00-03:00");
const choices = 400;
/** After this many choices the first one comes again. */
const different = 100;

test("the pages of hundreds of earlier choices are not kept in memory", () => {
  let chosen: Override | undefined;
  const built = new Map([["/", builtPage('<html data-phase="before"></html>')]]);
  const pages = eventPagesOf(built, { event: eventPlan, override: () => chosen });
  const shown = new Set<unknown>();
  for (let index = 0; index < choices; index += 1) {
    const sequence = index % different;
    const movedTo = now + (1 + sequence) * minuteMs;
    chosen = { edition: 2026, phase: undefined, movedTo, sequence, changedAt: now };
    shown.add(pages.at(now).pages);
  }
  expect(shown.size).toBe(choices);
});
