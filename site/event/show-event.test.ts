import { afterEach, expect, test, vi } from "vitest";
import { eventStateAt } from "#event/event-state.ts";
import { type PageSchedule, pageSchedule } from "#event/page-schedule.ts";
import { frozenLaunch } from "#tests/support/frozen-content.ts";
import { eventNow } from "./show-event.ts";

const event = { ...frozenLaunch.event, year: 2026 };
const built = scheduleAt("2026-10-01T12:00:00-03:00");

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["2026-11-10T23:59:59.999-03:00", "before"],
  ["2026-11-11T20:00:00-03:00", "live"],
])("a page that was built long before is at %s in the phase %s", (now, phase) => {
  expect(eventNow(built, Date.parse(now)).phase).toBe(phase);
});

test("a visitor's clock that is before the time of the page changes nothing", () => {
  const live = scheduleAt("2026-11-11T20:00:00-03:00");
  expect(eventNow(live, Date.parse("2026-11-11T19:00:00-03:00")).phase).toBe("live");
});

test.each([
  ["2026-09-11T23:59:59-03:00", ""],
  ["2026-09-12T00:00:00-03:00", "Faltam 60 dias."],
  ["2026-10-30T23:59:59-03:00", "Faltam 12 dias."],
  ["2026-10-31T00:00:00-03:00", "Faltam 11 dias."],
  ["2026-11-09T23:59:59-03:00", "Faltam 2 dias."],
  ["2026-11-10T00:00:00-03:00", "É amanhã."],
  ["2026-11-10T23:59:59-03:00", "É amanhã."],
  ["2026-11-11T00:00:00-03:00", ""],
  ["2026-12-25T12:00:00-03:00", ""],
])("at %s the countdown is “%s”", (now, countdown) => {
  expect(eventNow(built, Date.parse(now)).countdown.replace("\u00a0", " ")).toBe(countdown);
});

test.each([
  ["America/Sao_Paulo", ""],
  ["America/Argentina/Buenos_Aires", ""],
  ["America/Manaus", ", 19h no seu fuso"],
  ["America/Rio_Branco", ", 18h no seu fuso"],
  ["America/Noronha", ", 21h no seu fuso"],
  ["Europe/Lisbon", ", 23h no seu fuso"],
  ["Europe/Paris", ", 0h do dia 12 no seu fuso"],
  ["America/St_Johns", ", 19h30 no seu fuso"],
  ["Asia/Kolkata", ", 4h30 do dia 12 no seu fuso"],
  ["Pacific/Honolulu", ", 13h no seu fuso"],
])("a visitor whose clock is in %s reads “%s” beside the hour in Brasília", (zone, words) => {
  vi.stubEnv("TZ", zone);
  expect(eventNow(built, 0).visitorHour).toBe(words);
});

function scheduleAt(now: string): PageSchedule {
  return pageSchedule(eventStateAt(event, Date.parse(now)), "file");
}
