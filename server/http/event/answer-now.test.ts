import { expect, test } from "vitest";
import { timesInWords } from "#event/event-words.ts";
import { dayMs } from "#event/time-zone.ts";
import { askAt } from "#tests/support/app/ask-at.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";

const start = Date.parse("2026-11-11T20:00:00-03:00");
const end = Date.parse("2026-11-11T22:00:00-03:00");

test("/agora tells the server's time, the phase and all changes ahead, and is never kept", async () => {
  const answer = await askAt("/agora", { at: start });
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toMatchObject({
    now: start,
    phase: "live",
    start,
    end,
    changes: [
      { at: end, phase: "over" },
      { at: end + eventPlan.daysAfter * dayMs, phase: "before" },
    ],
    ...timesInWords(start, eventPlan.timeZone),
  });
});
