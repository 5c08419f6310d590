import { expect, test } from "vitest";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import type { EventPlan, Override } from "./edition.ts";
import { eventStateAt } from "./event-state.ts";
import { structuredData } from "./structured-data.ts";

const plan = { ...frozenLaunch.event, year: 2026 };
const before = Date.parse("2026-10-01T12:00:00Z");
const movedTo = Date.parse("2026-11-13T22:30:00Z");
const untouched: Override = {
  edition: 2026,
  phase: undefined,
  movedTo: undefined,
  sequence: 0,
  changedAt: before,
};

test.each([
  ["before the class", "2026-10-01T12:00:00Z"],
  ["during the class", "2026-11-12T00:00:00Z"],
  ["after the class", "2026-11-13T00:00:00Z"],
])("%s, search engines read an event as planned, with its own hours", (_, now) => {
  const event = described(untouched, Date.parse(now));
  expect(event).toMatchObject({
    eventStatus: "https://schema.org/EventScheduled",
    startDate: "2026-11-11T23:00:00.000Z",
    endDate: "2026-11-12T01:00:00.000Z",
    location: { "@type": "VirtualLocation", url: "https://aula.example/aovivo" },
    organizer: { "@type": "Organization", url: "https://aula.example/" },
  });
  expect(event).not.toHaveProperty("previousStartDate");
});

test("search engines read the new hours of a moved class, and the planned start beside them", () => {
  expect(described({ ...untouched, movedTo, sequence: 1 })).toMatchObject({
    eventStatus: "https://schema.org/EventRescheduled",
    previousStartDate: "2026-11-11T23:00:00.000Z",
    startDate: "2026-11-13T22:30:00.000Z",
    endDate: "2026-11-14T00:30:00.000Z",
  });
});

test("search engines read that a class is cancelled, and no other date than its last one", () => {
  const phase = { name: "cancelled", since: before } as const;
  const event = described({ ...untouched, movedTo, phase, sequence: 2 });
  expect(event).toMatchObject({
    eventStatus: "https://schema.org/EventCancelled",
    startDate: "2026-11-13T22:30:00.000Z",
  });
  expect(event).not.toHaveProperty("previousStartDate");
});

function described(override: Override, now = before, event: EventPlan = plan) {
  const state = eventStateAt(event, now, override);
  return structuredData({ siteUrl: "https://aula.example", state });
}
